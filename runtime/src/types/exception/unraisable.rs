//! Exceptions that cannot be raised to anybody: in a destructor, in a callback.

use crate::boxed::NativeObject;
use crate::error::{Raised, Res};
use crate::native::GetSetDef;
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};
use std::io::Write;

/// What `sys.unraisablehook` is called with.
struct HookArgs {
    exc: Slot,
    message: Slot,
}

/// An attribute of the hook's argument.
macro_rules! shown {
    ($name:literal, $get:expr) => {
        GetSetDef {
            name: $name,
            get: |rt, v| {
                let get: fn(&Rt, &HookArgs) -> Res = $get;
                get(rt, rt.expect_boxed::<HookArgs>(v)?)
            },
            set: None,
        }
    };
}

impl NativeObject for HookArgs {
    const NAME: &'static str = "UnraisableHookArgs";
    const METHODS: &'static [crate::native::NativeDef] = &[];
    const GETSETS: &'static [GetSetDef] = &[
        shown!("exc_type", |rt, a| Ok(rt.class_of(a.exc.get()).own())),
        shown!("exc_value", |_, a| Ok(a.exc.get().own())),
        shown!("exc_traceback", |rt, a| super::slot_or_none(&rt.exception_data(a.exc.get()).traceback)),
        shown!("err_msg", |_, a| Ok(a.message.get().own())),
        shown!("object", |_, _| Ok(Value::none().own())),
    ];

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        [&self.exc, &self.message].into_iter().for_each(|slot| f(slot.get()));
    }
}

impl Rt {
    /// Reports an exception that cannot be raised on standard error, and drops it. `doing` says what was being done
    /// ("calling deallocator"), to what `object`. A program's own `sys.unraisablehook` is called instead.
    pub fn report_unraisable(&self, raised: Raised, doing: &str, object: Option<Value>) {
        let exc = self.take_raised(raised);
        match self.replaced_hook() {
            Some(hook) => {
                if let Err(raised) = self.call_hook(*hook, &exc, doing, object) {
                    drop(exc);
                    self.report_unraisable_plainly(raised, "calling sys.unraisablehook", Some(hook));
                }
            }
            None => {
                let raised = self.reraise_object(exc);
                self.report_unraisable_plainly(raised, doing, object.map(Value::own));
            }
        }
    }

    /// As [`Rt::report_unraisable`], whatever `sys.unraisablehook` is.
    pub fn report_unraisable_plainly(&self, raised: Raised, doing: &str, object: Option<Owned>) {
        let exc = self.take_raised(raised);
        let mut text = format!("Exception ignored while {doing}");
        if let Some(object) = object {
            text.push(' ');
            text.push_str(&self.repr_text(*object).unwrap_or_else(|raised| {
                self.forget(raised);
                "<object repr() failed>".to_owned()
            }));
        }
        text.push_str(":\n");
        if let (Some(traceback), Some(entry)) = (self.exception_data(*exc).traceback.own(), self.entry_if_set()) {
            text.push_str(&(entry.render_traceback)(self, *traceback));
        }
        text.push_str(&self.exception_class_text(*exc, "<unknown>"));
        text.push_str(": ");
        text.push_str(&self.str_text(*exc).unwrap_or_else(|raised| {
            self.forget(raised);
            "<exception str() failed>".to_owned()
        }));
        text.push('\n');
        self.write_error(&text);
    }

    /// `sys.unraisablehook`, if a program replaced it.
    fn replaced_hook(&self) -> Option<Owned> {
        let hook = self.sys_attr("unraisablehook")?;
        if hook.is_none() || self.as_native(*hook).is_some() { None } else { Some(hook) }
    }

    fn call_hook(&self, hook: Value, exc: &Owned, doing: &str, object: Option<Value>) -> Result<(), Raised> {
        // As in CPython 3.14, the message names the object.
        let object = object.map(|o| self.repr_text(o)).transpose()?.map_or_else(String::new, |text| format!(" {text}"));
        let message = self.str(&format!("Exception ignored while {doing}{object}"))?;
        let args = self.new_boxed(HookArgs { exc: Slot::new(exc.clone()), message: Slot::new(message) })?;
        self.call(hook, &[*args]).map(drop)
    }

    /// An entry of the `sys` module's dictionary.
    pub fn sys_attr(&self, name: &str) -> Option<Owned> {
        let dict = self.sys.get().some()?;
        let name = self.intern(name).ok()?;
        self.dict_get_str(dict, *name).map(Value::own)
    }

    /// Writes on `sys.stderr`: the process's own, or what a program put there. Errors have nobody to be told to.
    pub fn write_error(&self, text: &str) {
        if let Some(file) = self.sys_attr("stderr")
            && self.sys_attr("__stderr__").is_none_or(|original| *original != *file)
        {
            if !file.is_none()
                && let Err(raised) = self.str(text).and_then(|text| self.call_method(*file, self.names.write, &[*text]))
            {
                self.forget(raised);
            }
            return;
        }
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    /// The name an exception's class is shown by: qualified, with the module unless that is `builtins` or `__main__`;
    /// after `unknown` if the module's name is no string.
    pub fn exception_class_text(&self, exc: Value, unknown: &str) -> String {
        let class = self.class_of(exc);
        let qualname = self.str_lossy(self.type_data(class).qualname.get()).into_owned();
        let module = self.getattr_opt(class, self.names.__module__).unwrap_or_else(|raised| {
            self.forget(raised);
            None
        });
        match module.as_ref().map(|m| self.as_text(**m)) {
            Some(Some(m)) if matches!(&*m.lossy(), "builtins" | "__main__") => qualname,
            Some(Some(m)) => format!("{}.{qualname}", m.lossy()),
            _ => format!("{unknown}{qualname}"),
        }
    }
}
