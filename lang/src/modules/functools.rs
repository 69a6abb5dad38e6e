//! `_functools`: the native part of `functools`.

use crate::modules::{ModuleDef, add};
use runtime::boxed::NativeObject;
use runtime::ops::CmpOp;
use runtime::{Args, NativeDef, Owned, Raised, Res, Rt, Slot, Value};

/// The module.
pub(crate) const MODULE: ModuleDef = ModuleDef {
    name: "_functools",
    doc: "Tools that operate on functions.",
    functions: &[
        NativeDef::new("reduce", "(function, iterable, /, initial=<unset>)", reduce),
        NativeDef::new("cmp_to_key", "(mycmp)", cmp_to_key),
    ],
    init: |rt, dict| add(rt, dict, "partial", rt.native_type::<Partial>()?.own()),
};

fn reduce(rt: &Rt, a: &Args<'_>) -> Res {
    let it = match rt.iter(a.get(1)) {
        Ok(it) => it,
        Err(raised) => {
            rt.swallow(raised, runtime::Exc::TypeError)?;
            return Err(rt.type_error("reduce() arg 2 must support iteration"));
        }
    };
    let mut total = match a.opt(2) {
        Some(v) => v.own(),
        None => match rt.next(*it)? {
            Some(v) => v,
            None => return Err(rt.type_error("reduce() of empty iterable with no initial value")),
        },
    };
    while let Some(item) = rt.next(*it)? {
        total = rt.call(a.get(0), &[*total, *item])?;
    }
    Ok(total)
}

/// `functools.partial`.
pub(super) struct Partial {
    func: Slot,
    /// A tuple.
    args: Slot,
    /// A dict.
    keywords: Slot,
}

fn new_partial(rt: &Rt, a: &Args<'_>) -> Res {
    let [class, func, rest @ ..] = a.positional() else {
        return Err(rt.type_error("type 'partial' takes at least one argument"));
    };
    if !rt.is_callable(*func) {
        return Err(rt.type_error("the first argument must be callable"));
    }
    let keywords = rt.new_dict()?;
    let mut args: Vec<Value> = Vec::new();
    let inner = rt.boxed::<Partial>(*func);
    let func = match inner {
        Some(p) => {
            args.extend_from_slice(rt.as_tuple(p.args.get()).unwrap_or(&[]));
            rt.dict_merge(*keywords, p.keywords.get(), runtime::dict::OnDuplicate::Replace)?;
            p.func.get()
        }
        None => *func,
    };
    args.extend_from_slice(rest);
    for (name, value) in a.keywords() {
        rt.dict_set(*keywords, name, value.own())?;
    }
    let args = rt.tuple_from(&args)?;
    rt.new_boxed_of(
        *class,
        Partial { func: Slot::new(func.own()), args: Slot::new(args), keywords: Slot::new(keywords) },
    )
}

fn call_partial(rt: &Rt, a: &Args<'_>) -> Res {
    let p = rt.expect_boxed::<Partial>(a.get(0))?;
    let (func, args, keywords) = (p.func.get().own(), p.args.get().own(), p.keywords.get().own());
    let mut values: Vec<Value> = rt.as_tuple(*args).unwrap_or(&[]).to_vec();
    values.extend_from_slice(&a.positional()[1..]);
    if rt.dict_len(*keywords) == 0 && a.names().is_empty() {
        return rt.call(*func, &values);
    }
    let merged = rt.new_dict()?;
    rt.dict_merge(*merged, *keywords, runtime::dict::OnDuplicate::Replace)?;
    for (name, value) in a.keywords() {
        rt.dict_set(*merged, name, value.own())?;
    }
    let mut names = Vec::new();
    let mut at = 0;
    while let Some((key, value)) = rt.dict_entry(*merged, &mut at) {
        names.push(key);
        values.push(value);
    }
    rt.call_args(*func, &Args::with_keywords(&values, &names))
}

fn repr_partial(rt: &Rt, a: &Args<'_>) -> Res {
    let this = a.get(0);
    let p = rt.expect_boxed::<Partial>(this)?;
    if !rt.repr_enter(this) {
        return rt.str("...");
    }
    let (func, args, keywords) = (p.func.get().own(), p.args.get().own(), p.keywords.get().own());
    let make = || -> Result<String, Raised> {
        let mut parts = vec![rt.repr_text(*func)?];
        for v in rt.as_tuple(*args).unwrap_or(&[]) {
            parts.push(rt.repr_text(*v)?);
        }
        let mut at = 0;
        while let Some((key, value)) = rt.dict_entry(*keywords, &mut at) {
            let (key, value) = (key.own(), value.own());
            parts.push(format!("{}={}", rt.str_text(*key)?, rt.repr_text(*value)?));
        }
        Ok(parts.join(", "))
    };
    let text = make();
    rt.repr_leave(this);
    let class = rt.class_of(this);
    let module = rt.getattr(class, rt.names.__module__)?;
    let qualname = rt.getattr(class, rt.names.__qualname__)?;
    rt.str(&format!("{}.{}({})", rt.str_lossy(*module), rt.str_lossy(*qualname), text?))
}

impl NativeObject for Partial {
    const NAME: &'static str = "functools.partial";
    const DICT: bool = true;
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__new__", "(cls, *args, **kwargs)", new_partial),
        NativeDef::new("__call__", "(self, /, *args, **kwargs)", call_partial),
        NativeDef::new("__repr__", "(self, /)", repr_partial),
    ];
    const GETSETS: &'static [runtime::native::GetSetDef] = &[
        runtime::native::GetSetDef {
            name: "func",
            get: |rt, v| Ok(rt.expect_boxed::<Partial>(v)?.func.get().own()),
            set: None,
        },
        runtime::native::GetSetDef {
            name: "args",
            get: |rt, v| Ok(rt.expect_boxed::<Partial>(v)?.args.get().own()),
            set: None,
        },
        runtime::native::GetSetDef {
            name: "keywords",
            get: |rt, v| Ok(rt.expect_boxed::<Partial>(v)?.keywords.get().own()),
            set: None,
        },
    ];
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        for slot in [&self.func, &self.args, &self.keywords] {
            if let Some(v) = slot.get().some() {
                f(v);
            }
        }
    }
}

/// What `cmp_to_key` makes of a comparison function: called with an object, it gives a key.
struct KeyMaker {
    cmp: Slot,
}

/// A key that compares by the function.
struct Key {
    cmp: Slot,
    object: Slot,
}

fn cmp_to_key(rt: &Rt, a: &Args<'_>) -> Res {
    rt.new_boxed(KeyMaker { cmp: Slot::new(a.get(0).own()) })
}

impl NativeObject for KeyMaker {
    const NAME: &'static str = "functools.KeyWrapper";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__call__", "(self, obj)", |rt, a| {
        let maker = rt.expect_boxed::<KeyMaker>(a.get(0))?;
        rt.new_boxed(Key { cmp: Slot::from_option(maker.cmp.own()), object: Slot::new(a.get(1).own()) })
    })];

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        f(self.cmp.get());
    }
}

fn compare_keys(rt: &Rt, a: &Args<'_>, op: CmpOp) -> Res {
    let x = rt.expect_boxed::<Key>(a.get(0))?;
    let Some(y) = rt.boxed::<Key>(a.get(1)) else {
        return Err(rt.type_error("other argument must be K instance"));
    };
    let (cmp, p, q) = (x.cmp.get().own(), x.object.get().own(), y.object.get().own());
    let order: Owned = rt.call(*cmp, &[*p, *q])?;
    rt.compare(op, *order, Value::int(0))
}

impl NativeObject for Key {
    const NAME: &'static str = "functools.KeyWrapper";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__lt__", "(self, value, /)", |rt, a| compare_keys(rt, a, CmpOp::Lt)),
        NativeDef::new("__le__", "(self, value, /)", |rt, a| compare_keys(rt, a, CmpOp::Le)),
        NativeDef::new("__eq__", "(self, value, /)", |rt, a| compare_keys(rt, a, CmpOp::Eq)),
        NativeDef::new("__ne__", "(self, value, /)", |rt, a| compare_keys(rt, a, CmpOp::Ne)),
        NativeDef::new("__gt__", "(self, value, /)", |rt, a| compare_keys(rt, a, CmpOp::Gt)),
        NativeDef::new("__ge__", "(self, value, /)", |rt, a| compare_keys(rt, a, CmpOp::Ge)),
    ];

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        f(self.cmp.get());
        f(self.object.get());
    }
}
