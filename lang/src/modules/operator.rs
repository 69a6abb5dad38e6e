//! The `operator` module.

use crate::modules::{ModuleDef, add};
use runtime::boxed::NativeObject;
use runtime::names::Dunder;
use runtime::ops::{BinOp, CmpOp};
use runtime::{Args, NativeDef, Owned, Raised, Res, Rt, Slot, Value};

macro_rules! binary {
    ($name:literal, $op:ident) => {
        NativeDef::new($name, "(a, b, /)", |rt, a| rt.binary(BinOp::$op, a.get(0), a.get(1)))
    };
}

macro_rules! inplace {
    ($name:literal, $op:ident) => {
        NativeDef::new($name, "(a, b, /)", |rt, a| rt.inplace(BinOp::$op, a.get(0), a.get(1)))
    };
}

macro_rules! compare {
    ($name:literal, $op:ident) => {
        NativeDef::new($name, "(a, b, /)", |rt, a| rt.compare(CmpOp::$op, a.get(0), a.get(1)))
    };
}

macro_rules! unary {
    ($name:literal, $op:ident) => {
        NativeDef::new($name, "(a, /)", |rt, a| rt.unary(Dunder::$op, a.get(0)))
    };
}

/// The module.
pub(crate) const MODULE: ModuleDef = ModuleDef {
    name: "operator",
    doc: "Operators as functions.",
    functions: &[
        binary!("add", Add),
        binary!("sub", Sub),
        binary!("mul", Mul),
        binary!("truediv", TrueDiv),
        binary!("floordiv", FloorDiv),
        binary!("mod", Mod),
        binary!("pow", Pow),
        binary!("lshift", LShift),
        binary!("rshift", RShift),
        binary!("and_", And),
        binary!("or_", Or),
        binary!("xor", Xor),
        binary!("matmul", MatMul),
        inplace!("iadd", Add),
        inplace!("isub", Sub),
        inplace!("imul", Mul),
        inplace!("itruediv", TrueDiv),
        inplace!("ifloordiv", FloorDiv),
        inplace!("imod", Mod),
        inplace!("ipow", Pow),
        inplace!("ilshift", LShift),
        inplace!("irshift", RShift),
        inplace!("iand", And),
        inplace!("ior", Or),
        inplace!("ixor", Xor),
        inplace!("imatmul", MatMul),
        compare!("lt", Lt),
        compare!("le", Le),
        compare!("eq", Eq),
        compare!("ne", Ne),
        compare!("gt", Gt),
        compare!("ge", Ge),
        unary!("neg", Neg),
        unary!("pos", Pos),
        unary!("invert", Invert),
        unary!("inv", Invert),
        unary!("abs", Abs),
        NativeDef::new("not_", "(a, /)", |rt, a| Ok(Value::bool(!rt.truth(a.get(0))?).own())),
        NativeDef::new("truth", "(a, /)", |rt, a| Ok(Value::bool(rt.truth(a.get(0))?).own())),
        NativeDef::new("is_", "(a, b, /)", |_, a| Ok(Value::bool(a.get(0) == a.get(1)).own())),
        NativeDef::new("is_not", "(a, b, /)", |_, a| Ok(Value::bool(a.get(0) != a.get(1)).own())),
        NativeDef::new("is_none", "(a, /)", |_, a| Ok(Value::bool(a.get(0).is_none()).own())),
        NativeDef::new("is_not_none", "(a, /)", |_, a| Ok(Value::bool(!a.get(0).is_none()).own())),
        NativeDef::new("index", "(a, /)", |rt, a| rt.index(a.get(0))),
        NativeDef::new("concat", "(a, b, /)", concat),
        NativeDef::new("iconcat", "(a, b, /)", |rt, a| rt.inplace(BinOp::Add, a.get(0), a.get(1))),
        NativeDef::new("contains", "(a, b, /)", |rt, a| Ok(Value::bool(rt.contains(a.get(0), a.get(1))?).own())),
        NativeDef::new("countOf", "(a, b, /)", count_of),
        NativeDef::new("indexOf", "(a, b, /)", index_of),
        NativeDef::new("getitem", "(a, b, /)", |rt, a| rt.getitem(a.get(0), a.get(1))),
        NativeDef::new("setitem", "(a, b, c, /)", |rt, a| {
            rt.setitem(a.get(0), a.get(1), a.get(2))?;
            Ok(Value::none().own())
        }),
        NativeDef::new("delitem", "(a, b, /)", |rt, a| {
            rt.delitem(a.get(0), a.get(1))?;
            Ok(Value::none().own())
        }),
        NativeDef::new("length_hint", "(obj, default=0, /)", |rt, a| {
            let default = a.opt(1).and_then(|d| rt.as_i64(d)).unwrap_or(0);
            rt.int(rt.length_hint(a.get(0), default.max(0) as usize)? as i64)
        }),
        NativeDef::new("call", "(obj, /, *args, **kwargs)", |rt, a| {
            rt.call_args(a.get(0), &Args::with_keywords(&a.all()[1..], a.names()))
        }),
    ],
    init: |rt, dict| {
        add(rt, dict, "itemgetter", rt.native_type::<ItemGetter>()?.own())?;
        add(rt, dict, "attrgetter", rt.native_type::<AttrGetter>()?.own())?;
        add(rt, dict, "methodcaller", rt.native_type::<MethodCaller>()?.own())
    },
};

fn concat(rt: &Rt, a: &Args<'_>) -> Res {
    if rt.special(a.get(0), Dunder::GetItem).is_none() {
        return Err(rt.type_error(format!("'{}' object can't be concatenated", rt.type_name(a.get(0)))));
    }
    rt.binary(BinOp::Add, a.get(0), a.get(1))
}

fn count_of(rt: &Rt, a: &Args<'_>) -> Res {
    let it = rt.iter(a.get(0))?;
    let mut n = 0;
    while let Some(item) = rt.next(*it)? {
        n += i64::from(rt.eq(*item, a.get(1))?);
    }
    rt.int(n)
}

fn index_of(rt: &Rt, a: &Args<'_>) -> Res {
    let it = rt.iter(a.get(0))?;
    let mut n = 0;
    while let Some(item) = rt.next(*it)? {
        if rt.eq(*item, a.get(1))? {
            return rt.int(n);
        }
        n += 1;
    }
    Err(rt.value_error("sequence.index(x): x not in sequence"))
}

/// One or several results: one alone, several as a tuple.
fn several(rt: &Rt, keys: &[Value], get: impl Fn(Value) -> Res) -> Res {
    match keys {
        [key] => get(*key),
        keys => {
            let found = keys.iter().map(|k| get(*k)).collect::<Result<Vec<Owned>, Raised>>()?;
            rt.tuple_from_owned(found)
        }
    }
}

fn repr_of(rt: &Rt, this: Value, name: &str, items: &[Value]) -> Res {
    if !rt.repr_enter(this) {
        return rt.str(&format!("operator.{name}(...)"));
    }
    let parts: Result<Vec<String>, Raised> = items.iter().map(|v| rt.repr_text(*v)).collect();
    rt.repr_leave(this);
    rt.str(&format!("operator.{name}({})", parts?.join(", ")))
}

/// `operator.itemgetter`.
struct ItemGetter {
    /// A tuple.
    keys: Slot,
}

impl NativeObject for ItemGetter {
    const NAME: &'static str = "operator.itemgetter";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__new__", "(cls, *items)", |rt, a| {
            if a.len() < 2 {
                return Err(rt.type_error("itemgetter expected 1 argument, got 0"));
            }
            let keys = rt.tuple_from(&a.positional()[1..])?;
            rt.new_boxed_of(a.get(0), ItemGetter { keys: Slot::new(keys) })
        }),
        NativeDef::new("__call__", "(self, obj, /)", |rt, a| {
            let keys = rt.expect_boxed::<ItemGetter>(a.get(0))?.keys.get().own();
            several(rt, rt.as_tuple(*keys).unwrap_or(&[]), |key| rt.getitem(a.get(1), key))
        }),
        NativeDef::new("__repr__", "(self, /)", |rt, a| {
            let keys = rt.expect_boxed::<ItemGetter>(a.get(0))?.keys.get().own();
            repr_of(rt, a.get(0), "itemgetter", rt.as_tuple(*keys).unwrap_or(&[]))
        }),
    ];

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        f(self.keys.get());
    }
}

/// `operator.attrgetter`.
struct AttrGetter {
    /// A tuple of dotted names.
    names: Slot,
}

fn dotted(rt: &Rt, v: Value, name: Value) -> Res {
    let mut at = v.own();
    for part in rt.str_lossy(name).split('.') {
        at = rt.getattr(*at, *rt.intern(part)?)?;
    }
    Ok(at)
}

impl NativeObject for AttrGetter {
    const NAME: &'static str = "operator.attrgetter";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__new__", "(cls, *attrs)", |rt, a| {
            if a.len() < 2 {
                return Err(rt.type_error("attrgetter expected 1 argument, got 0"));
            }
            if a.positional()[1..].iter().any(|n| !rt.is_str(*n)) {
                return Err(rt.type_error("attribute name must be a string"));
            }
            let names = rt.tuple_from(&a.positional()[1..])?;
            rt.new_boxed_of(a.get(0), AttrGetter { names: Slot::new(names) })
        }),
        NativeDef::new("__call__", "(self, obj, /)", |rt, a| {
            let names = rt.expect_boxed::<AttrGetter>(a.get(0))?.names.get().own();
            several(rt, rt.as_tuple(*names).unwrap_or(&[]), |name| dotted(rt, a.get(1), name))
        }),
        NativeDef::new("__repr__", "(self, /)", |rt, a| {
            let names = rt.expect_boxed::<AttrGetter>(a.get(0))?.names.get().own();
            repr_of(rt, a.get(0), "attrgetter", rt.as_tuple(*names).unwrap_or(&[]))
        }),
    ];

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        f(self.names.get());
    }
}

/// `operator.methodcaller`.
struct MethodCaller {
    name: Slot,
    /// Tuple of arguments, those of keywords last.
    args: Slot,
    /// Tuple of keyword names.
    keywords: Slot,
}

fn call_method(rt: &Rt, a: &Args<'_>) -> Res {
    let m = rt.expect_boxed::<MethodCaller>(a.get(0))?;
    let (name, args, keywords) = (m.name.get().own(), m.args.get().own(), m.keywords.get().own());
    let method = rt.getattr(a.get(1), *name)?;
    let values = rt.as_tuple(*args).unwrap_or(&[]);
    rt.call_args(*method, &Args::with_keywords(values, rt.as_tuple(*keywords).unwrap_or(&[])))
}

fn repr_method_caller(rt: &Rt, this: Value, m: &MethodCaller) -> Res {
    if !rt.repr_enter(this) {
        return rt.str("operator.methodcaller(...)");
    }
    let values = rt.as_tuple(m.args.get()).unwrap_or(&[]);
    let names = rt.as_tuple(m.keywords.get()).unwrap_or(&[]);
    let make = || -> Result<String, Raised> {
        let mut parts = vec![rt.repr_text(m.name.get())?];
        let positional = values.len() - names.len();
        for v in &values[..positional] {
            parts.push(rt.repr_text(*v)?);
        }
        for (name, v) in names.iter().zip(&values[positional..]) {
            parts.push(format!("{}={}", rt.str_lossy(*name), rt.repr_text(*v)?));
        }
        Ok(parts.join(", "))
    };
    let text = make();
    rt.repr_leave(this);
    rt.str(&format!("operator.methodcaller({})", text?))
}

impl NativeObject for MethodCaller {
    const NAME: &'static str = "operator.methodcaller";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__new__", "(cls, *args, **kwargs)", |rt, a| {
            if a.len() < 2 {
                return Err(rt.type_error("methodcaller needs at least one argument, the method name"));
            }
            if !rt.is_str(a.get(1)) {
                return Err(rt.type_error("method name must be a string"));
            }
            let args = Slot::new(rt.tuple_from(&a.all()[2..])?);
            let keywords = Slot::new(rt.tuple_from(a.names())?);
            let name = Slot::new(rt.intern_value(a.get(1))?);
            rt.new_boxed_of(a.get(0), MethodCaller { name, args, keywords })
        }),
        NativeDef::new("__call__", "(self, obj, /)", call_method),
        NativeDef::new("__repr__", "(self, /)", |rt, a| {
            let m = rt.expect_boxed::<MethodCaller>(a.get(0))?;
            repr_method_caller(rt, a.get(0), m)
        }),
    ];

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        for slot in [&self.name, &self.args, &self.keywords] {
            f(slot.get());
        }
    }
}
