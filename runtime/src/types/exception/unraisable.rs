//! Exceptions that cannot be raised to anybody: in a destructor, in a callback.

use crate::error::Raised;
use crate::rt::Rt;
use crate::value::Value;
use std::io::Write;

impl Rt {
    /// Reports an exception that cannot be raised on standard error, and drops it. `doing` says what was being done
    /// ("calling deallocator"), to what `object`.
    pub fn report_unraisable(&self, raised: Raised, doing: &str, object: Option<Value>) {
        let exc = self.take_raised(raised);
        let mut text = format!("Exception ignored while {doing}");
        if let Some(object) = object {
            text.push(' ');
            text.push_str(&self.repr_text(object).unwrap_or_else(|raised| {
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
        // There is nobody to tell that standard error is closed.
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
