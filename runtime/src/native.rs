//! Native functions: how they are declared, called, and how their arguments are checked.
//!
//! A native is declared with a Python-like parameter list, parsed at compile time:
//!
//! ```text
//! const METHODS: &[NativeDef] = &[
//!     NativeDef::new("append", "(self, object, /)", append),
//!     NativeDef::new("sort", "(self, *, key=None, reverse=False)", sort),
//! ];
//! ```
//!
//! The function then sees its parameters by position in [`Args`]: [`Args::get`] gives a required one, [`Args::opt`] an
//! optional one. With `*args` in the list everything positional is passed through; with `**kwargs` keywords are
//! ([`Args::keywords`]). Argument counts, unknown and missing keywords are checked before the function is called,
//! with CPython's messages, and the receiver of a method is checked to be an instance of the class.

use crate::error::{Raised, Res};
use crate::object::{NativeObj, NativeSort};
use crate::rt::Rt;
use crate::value::{Owned, Value};
use smallvec::SmallVec;

/// The Rust function behind a native.
pub type NativeFn = for<'a> fn(&'a Rt, &Args<'a>) -> Res;

/// Declaration of a native function.
pub struct NativeDef {
    /// Its name.
    pub name: &'static str,
    /// Its parameter list, receiver included.
    pub signature: &'static str,
    sig: Sig,
    /// What it does.
    pub func: NativeFn,
    /// Its name in messages about wrong calls, if those are to be worded as for a function of the hosted language.
    hosted_name: Option<&'static str>,
}

/// Declaration of an attribute computed by native code.
pub struct GetSetDef {
    /// Its name.
    pub name: &'static str,
    /// Reads it.
    pub get: fn(&Rt, Value) -> Res,
    /// Writes it, or deletes it when the value is `None`; absent for a read-only attribute.
    pub set: Option<Setter>,
}

/// Sets a computed attribute of an object, or deletes it for `None`.
pub type Setter = fn(&Rt, Value, Option<Value>) -> Result<(), Raised>;

#[derive(Clone, Copy)]
struct Sig {
    /// Parameters before `/` (or all, if there is no keyword-capable one).
    posonly: u8,
    /// Positional parameters.
    positional: u8,
    /// Required among the positional ones.
    required: u8,
    /// Keyword-only parameters.
    kwonly: u8,
    varargs: bool,
    varkw: bool,
    /// Whether the first parameter is the receiver (`self` or `cls`).
    receiver: bool,
}

impl Sig {
    /// Whether a function with these parameters takes the arguments as they are.
    #[inline(always)]
    fn fits(&self, args: &Args<'_>) -> bool {
        let given = args.values.len();
        args.names.is_empty() && given >= self.required as usize && (given <= self.positional as usize || self.varargs)
    }
}

impl NativeDef {
    /// Declares a native.
    ///
    /// # Panics
    /// Fails to compile (in a constant) if the parameter list is malformed.
    pub const fn new(name: &'static str, signature: &'static str, func: NativeFn) -> NativeDef {
        NativeDef { name, signature, sig: parse_signature(signature.as_bytes()), func, hosted_name: None }
    }

    /// Declares a native that stands for a function of the hosted language: messages about wrong calls are worded as for one,
    /// with its qualified name. It takes no `*args` or `**kwargs`.
    ///
    /// # Panics
    /// Fails to compile (in a constant) if the parameter list is malformed.
    pub const fn hosted(
        name: &'static str,
        qualname: &'static str,
        signature: &'static str,
        func: NativeFn,
    ) -> NativeDef {
        let sig = parse_signature(signature.as_bytes());
        assert!(!sig.varargs && !sig.varkw && sig.posonly == 0);
        NativeDef { name, signature, sig, func, hosted_name: Some(qualname) }
    }

    /// How many positional parameters a call must give, and how many it may give.
    pub(crate) fn positional_parameters(&self) -> (usize, usize) {
        (self.sig.required as usize, self.sig.positional as usize)
    }
}

const fn parse_signature(s: &[u8]) -> Sig {
    assert!(s.len() >= 2 && s[0] == b'(' && s[s.len() - 1] == b')', "a parameter list stands in parentheses");
    let mut sig =
        Sig { posonly: 0, positional: 0, required: 0, kwonly: 0, varargs: false, varkw: false, receiver: false };
    let mut i = 1;
    let mut after_star = false;
    while i < s.len() - 1 {
        while s[i] == b' ' {
            i += 1;
        }
        let start = i;
        let mut default = false;
        while i < s.len() - 1 && s[i] != b',' {
            if s[i] == b'=' {
                default = true;
            }
            i += 1;
        }
        if s[start] == b'/' {
            sig.posonly = sig.positional;
        } else if s[start] == b'*' {
            if start + 1 < s.len() && s[start + 1] == b'*' {
                sig.varkw = true;
            } else {
                after_star = true;
                sig.varargs = i > start + 1;
            }
        } else if after_star {
            sig.kwonly += 1;
        } else {
            if sig.positional == 0 && (starts_with(s, start, b"self") || starts_with(s, start, b"cls")) {
                sig.receiver = true;
            }
            sig.positional += 1;
            if !default {
                sig.required += 1;
            }
        }
        i += 1;
    }
    sig
}

const fn starts_with(s: &[u8], at: usize, word: &[u8]) -> bool {
    let mut k = 0;
    while k < word.len() {
        if at + k >= s.len() || s[at + k] != word[k] {
            return false;
        }
        k += 1;
    }
    at + k >= s.len() || matches!(s[at + k], b',' | b')' | b' ')
}

/// Arguments of a call: positional ones, then the values of keywords.
#[derive(Clone, Copy)]
pub struct Args<'a> {
    values: &'a [Value],
    names: &'a [Value],
}

impl<'a> Args<'a> {
    /// Positional arguments only.
    pub fn positional_only(values: &'a [Value]) -> Args<'a> {
        Args { values, names: &[] }
    }

    /// `values` ends with as many keyword values as there are `names` (interned or ordinary strings).
    pub fn with_keywords(values: &'a [Value], names: &'a [Value]) -> Args<'a> {
        debug_assert!(names.len() <= values.len());
        Args { values, names }
    }

    /// Positional arguments (of a native with declared parameters: all its parameters, in order).
    pub fn positional(&self) -> &'a [Value] {
        &self.values[..self.values.len() - self.names.len()]
    }

    /// All values, those of keywords last.
    pub fn all(&self) -> &'a [Value] {
        self.values
    }

    /// Names of the keywords.
    pub fn names(&self) -> &'a [Value] {
        self.names
    }

    /// Keywords with their values, in call order.
    pub fn keywords(&self) -> impl Iterator<Item = (Value, Value)> + use<'a> {
        let values = &self.values[self.values.len() - self.names.len()..];
        self.names.iter().copied().zip(values.iter().copied())
    }

    /// Number of positional arguments.
    pub fn len(&self) -> usize {
        self.values.len() - self.names.len()
    }

    /// Whether there is no positional argument.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Parameter `i`, which the parameter list requires.
    ///
    /// # Panics
    /// Panics if there is none: the declaration and the function disagree.
    #[inline(always)]
    pub fn get(&self, i: usize) -> Value {
        self.values[i]
    }

    /// Parameter `i`, or `None` if the caller left it out.
    #[inline(always)]
    pub fn opt(&self, i: usize) -> Option<Value> {
        if i < self.len() { self.values[i].some() } else { None }
    }
}

/// Calls native `obj` with `args`, which do not include the receiver of a bound one.
#[inline]
pub(crate) fn call_native(rt: &Rt, obj: &NativeObj, args: &Args<'_>) -> Res {
    rt.enter_native()?;
    if obj.receiver.get().is_empty() && obj.def.sig.fits(args) {
        let checked = match obj.sort {
            NativeSort::Method | NativeSort::Slot => match *args.values {
                [receiver, ..] => rt.class_of(receiver) == obj.owner.get(),
                [] => false,
            },
            NativeSort::Function | NativeSort::Static | NativeSort::Bound | NativeSort::BoundSlot => true,
            NativeSort::New | NativeSort::ClassMethod => false,
        };
        if checked {
            return (obj.def.func)(rt, args);
        }
    }
    call_native_slowly(rt, obj, args)
}

#[inline(never)]
fn call_native_slowly(rt: &Rt, obj: &NativeObj, args: &Args<'_>) -> Res {
    match obj.receiver.get().some() {
        Some(receiver) => {
            // Most calls have few arguments, which need no buffer of a length known only now.
            let with = |values: &[Value]| call_def(rt, obj, &Args { values, names: args.names });
            match *args.values {
                [] => with(&[receiver]),
                [a] => with(&[receiver, a]),
                [a, b] => with(&[receiver, a, b]),
                _ => {
                    let mut values: SmallVec<[Value; 6]> = SmallVec::with_capacity(args.values.len() + 1);
                    values.push(receiver);
                    values.extend_from_slice(args.values);
                    with(&values)
                }
            }
        }
        None => {
            match obj.sort {
                NativeSort::Method | NativeSort::Slot => check_receiver(rt, obj, args)?,
                NativeSort::New => check_new(rt, obj, args)?,
                NativeSort::ClassMethod => match args.positional().first() {
                    Some(class) => check_class_receiver(rt, obj, *class)?,
                    None => return Err(missing_receiver(rt, obj)),
                },
                NativeSort::Function | NativeSort::Static | NativeSort::Bound | NativeSort::BoundSlot => {}
            }
            call_def(rt, obj, args)
        }
    }
}

fn check_receiver(rt: &Rt, obj: &NativeObj, args: &Args<'_>) -> Result<(), Raised> {
    let Some(&receiver) = args.positional().first() else { return Err(missing_receiver(rt, obj)) };
    if rt.is_instance_of(receiver, obj.owner.get()) { Ok(()) } else { Err(wrong_receiver(rt, obj, receiver)) }
}

#[cold]
fn missing_receiver(rt: &Rt, obj: &NativeObj) -> Raised {
    let (name, owner) = (obj.def.name, rt.class_name(obj.owner.get()));
    rt.type_error(if obj.sort == NativeSort::Method {
        format!("unbound method {owner}.{name}() needs an argument")
    } else {
        format!("descriptor '{name}' of '{owner}' object needs an argument")
    })
}

#[cold]
fn wrong_receiver(rt: &Rt, obj: &NativeObj, receiver: Value) -> Raised {
    let (name, owner) = (obj.def.name, obj.owner.get());
    rt.type_error(if obj.sort == NativeSort::Slot {
        format!(
            "descriptor '{name}' requires a '{}' object but received a '{}'",
            rt.class_name(owner),
            rt.type_name(receiver)
        )
    } else {
        format!(
            "descriptor '{name}' for '{}' objects doesn't apply to a '{}' object",
            rt.class_name(owner),
            rt.type_name(receiver)
        )
    })
}

/// Checks what a native class method is called on.
///
/// # Errors
/// TypeError if `class` is no class derived from the method's owner.
pub(crate) fn check_class_receiver(rt: &Rt, obj: &NativeObj, class: Value) -> Result<(), Raised> {
    let owner = obj.owner.get();
    if rt.is_type(class) && rt.is_subclass(class, owner) {
        return Ok(());
    }
    let (name, owner) = (obj.def.name, rt.class_name(owner));
    Err(rt.type_error(if rt.is_type(class) {
        format!("descriptor '{name}' requires a subtype of '{owner}' but received '{}'", rt.class_name(class))
    } else {
        format!("descriptor '{name}' for type '{owner}' needs a type, not a '{}' as arg 2", rt.type_name(class))
    }))
}

/// Checks the class that a built-in `__new__` is to make an instance of.
fn check_new(rt: &Rt, obj: &NativeObj, args: &Args<'_>) -> Result<(), Raised> {
    let owner = obj.owner.get();
    match args.positional().first() {
        Some(class) if *class == owner => Ok(()),
        class => check_new_slowly(rt, owner, class.copied()),
    }
}

fn check_new_slowly(rt: &Rt, owner: Value, class: Option<Value>) -> Result<(), Raised> {
    let name = || rt.class_name(owner);
    let Some(class) = class else {
        return Err(rt.type_error(format!("{}.__new__(): not enough arguments", name())));
    };
    if !rt.is_type(class) {
        return Err(rt.type_error(format!("{}.__new__(X): X is not a type object ({})", name(), rt.type_name(class))));
    }
    if !rt.is_subclass(class, owner) {
        let class = rt.class_name(class);
        return Err(rt.type_error(format!("{0}.__new__({class}): {class} is not a subtype of {0}", name())));
    }
    if rt.type_data(class).kind == crate::object::Kind::Instance {
        return Ok(());
    }
    // The nearest built-in class has to agree, since only its `__new__` knows the layout.
    let mut built_in = class;
    while rt.type_data(built_in).flags.get() & crate::class::flag::HEAP != 0 {
        built_in = rt.type_data(built_in).base.get();
    }
    let new = |class: Value| rt.type_special(class, crate::names::Dunder::New);
    if built_in != owner && new(built_in) != new(owner) {
        let (class, built_in) = (rt.class_name(class), rt.class_name(built_in));
        return Err(rt.type_error(format!("{}.__new__({class}) is not safe, use {built_in}.__new__()", name())));
    }
    Ok(())
}

#[inline]
fn call_def(rt: &Rt, obj: &NativeObj, args: &Args<'_>) -> Res {
    if obj.def.sig.fits(args) {
        return (obj.def.func)(rt, args);
    }
    bind_slowly(rt, obj, args)
}

#[cold]
fn bind_slowly(rt: &Rt, obj: &NativeObj, args: &Args<'_>) -> Res {
    let def = obj.def;
    let sig = &def.sig;
    if let Some(qualname) = def.hosted_name {
        return crate::native_like_hosted::bind(rt, def, qualname, args);
    }
    if sig.varkw || (sig.varargs && args.names.is_empty()) {
        if args.len() < sig.required as usize || (!sig.varargs && args.len() > sig.positional as usize) {
            return Err(count_error(rt, obj, args.len()));
        }
        return (def.func)(rt, args);
    }
    let params = sig.positional as usize + sig.kwonly as usize;
    if args.names.is_empty() {
        return Err(count_error(rt, obj, args.len()));
    }
    if sig.posonly == sig.positional && sig.kwonly == 0 {
        return Err(rt.type_error(format!("{} takes no keyword arguments", call_name(rt, obj))));
    }
    // With `*args`, the positional ones come after the keyword-only parameters' values.
    let mut values: SmallVec<[Value; 12]> = SmallVec::from_elem(Value::EMPTY, params);
    let given = args.len();
    if (given > sig.positional as usize && !sig.varargs) || given < sig.required.min(sig.posonly) as usize {
        return Err(count_error(rt, obj, given));
    }
    let all = given + args.names.len();
    if all > params && !sig.varargs {
        let hidden = sig.receiver as usize;
        let (all, most) = (all - hidden, params - hidden);
        let what = if given == hidden { "keyword argument" } else { "argument" };
        let s = if most == 1 { "" } else { "s" };
        return Err(rt.type_error(format!("{}() takes at most {most} {what}{s} ({all} given)", shown_name(rt, obj))));
    }
    let direct = given.min(sig.positional as usize);
    values[..direct].copy_from_slice(&args.values[..direct]);
    let names: SmallVec<[&str; 12]> = parameter_names(def.signature).collect();
    for (name, value) in args.keywords() {
        let text = rt.str_lossy(name);
        let at = names.iter().position(|n| **n == *text);
        match at {
            Some(i) if i >= sig.posonly as usize => {
                if !values[i].is_empty() {
                    return Err(rt.type_error(format!(
                        "argument for {}() given by name ('{text}') and position ({})",
                        shown_name(rt, obj),
                        i + 1 - sig.receiver as usize
                    )));
                }
                values[i] = value;
            }
            _ => {
                let named = names[sig.posonly as usize..].iter().copied();
                let hint = crate::text::suggest::suggest(&text, named);
                let hint = hint.map_or(String::new(), |h| format!(". Did you mean '{h}'?"));
                return Err(rt.type_error(format!(
                    "{}() got an unexpected keyword argument '{text}'{hint}",
                    shown_name(rt, obj)
                )));
            }
        }
    }
    for i in 0..sig.required as usize {
        if values[i].is_empty() {
            if i < sig.posonly as usize {
                return Err(count_error(rt, obj, given));
            }
            return Err(rt.type_error(format!(
                "{}() missing required argument '{}' (pos {})",
                shown_name(rt, obj),
                names[i],
                i + 1 - sig.receiver as usize
            )));
        }
    }
    if sig.varargs {
        values.extend_from_slice(&args.positional()[direct..]);
    }
    (def.func)(rt, &Args { values: &values, names: &[] })
}

/// The parameters of a native with `*args` that was called with keywords: (keyword-only values, rest).
pub fn parameter_names(signature: &'static str) -> impl Iterator<Item = &'static str> {
    signature[1..signature.len() - 1]
        .split(',')
        .map(str::trim)
        .filter(|p| !p.is_empty() && *p != "/" && !p.starts_with('*'))
        .map(|p| p.split('=').next().unwrap_or(p))
}

/// The name in messages: a constructor is called like its class.
fn shown_name(rt: &Rt, obj: &NativeObj) -> String {
    let owner = obj.owner.get().some().filter(|o| rt.is_type(*o));
    match owner {
        Some(owner) if matches!(obj.def.name, "__new__" | "__init__") => {
            let full = rt.class_name(owner);
            full.rsplit('.').next().unwrap_or(&full).to_owned()
        }
        _ => obj.def.name.into(),
    }
}

fn call_name(rt: &Rt, obj: &NativeObj) -> String {
    if matches!(obj.def.name, "__new__" | "__init__") {
        return format!("{}()", shown_name(rt, obj));
    }
    // A bound method is called after its receiver's class.
    let receiver = obj.receiver.get().some().map(|r| if rt.is_type(r) { r } else { rt.class_of(r) });
    match receiver.or(obj.owner.get().some()).filter(|o| rt.is_type(*o)) {
        Some(owner) => format!("{}.{}()", rt.str_lossy(rt.type_data(owner).qualname.get()), obj.def.name),
        // A function of a module other than `builtins` is named with it.
        None => match obj.owner.get().some().and_then(|o| rt.as_text(o)) {
            Some(module) if module.lossy() != "builtins" => format!("{}.{}()", module.lossy(), obj.def.name),
            _ => format!("{}()", obj.def.name),
        },
    }
}

#[cold]
fn count_error(rt: &Rt, obj: &NativeObj, given: usize) -> Raised {
    let sig = &obj.def.sig;
    let hidden = sig.receiver as usize;
    let (given, max) = (given.saturating_sub(hidden), sig.positional as usize - hidden);
    let min = sig.required as usize - hidden;
    let name = shown_name(rt, obj);
    let s = |n: usize| if n == 1 { "" } else { "s" };
    let constructor = matches!(obj.def.name, "__new__" | "__init__");
    let slot = matches!(obj.sort, NativeSort::Slot | NativeSort::BoundSlot);
    let text = if slot && name.starts_with("__") && max <= min + 1 {
        let number = if min == max { format!("{min}") } else { format!("{min} or {max}") };
        let prefix = if max == 2 && min == 2 { format!("{name} ") } else { String::new() };
        format!("{prefix}expected {number} argument{}, got {given}", s(max))
    } else if sig.posonly == sig.positional && sig.kwonly == 0 {
        if max == 0 && !sig.varargs && !constructor {
            format!("{} takes no arguments ({given} given)", call_name(rt, obj))
        } else if min == 1 && max == 1 && !sig.varargs && !constructor {
            format!("{} takes exactly one argument ({given} given)", call_name(rt, obj))
        } else if min == max && !sig.varargs {
            format!("{name} expected {min} argument{}, got {given}", s(min))
        } else if given < min {
            format!("{name} expected at least {min} argument{}, got {given}", s(min))
        } else {
            format!("{name} expected at most {max} argument{}, got {given}", s(max))
        }
    } else if given < min && given + hidden < sig.posonly as usize {
        let positional = sig.posonly as usize - hidden;
        format!("{name}() takes at least {positional} positional argument{} ({given} given)", s(positional))
    } else if given < min {
        let names: Vec<_> = parameter_names(obj.def.signature).collect();
        format!("{name}() missing required argument '{}' (pos {})", names[given + hidden], given + 1)
    } else {
        let all = max + sig.kwonly as usize;
        if max == 0 {
            format!("{name}() takes no positional arguments")
        } else if sig.kwonly > 0 {
            let at = if min == max { "exactly" } else { "at most" };
            format!("{name}() takes {at} {max} positional argument{} ({given} given)", s(max))
        } else {
            let at = if min == all { "exactly" } else { "at most" };
            format!("{name}() takes {at} {all} argument{} ({given} given)", s(all))
        }
    };
    rt.type_error(text)
}

impl Rt {
    /// A native function of module `module`.
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_native(
        &self,
        def: &'static NativeDef,
        sort: NativeSort,
        owner: Option<Value>,
        receiver: Option<Value>,
    ) -> Res {
        self.alloc_fixed(
            sort.shape(),
            NativeObj {
                head: Rt::fresh_header(sort.shape()),
                def,
                owner: crate::value::Slot::from_option(owner.map(Value::own)),
                receiver: crate::value::Slot::from_option(receiver.map(Value::own)),
                sort,
            },
        )
    }

    /// The native behind a value, if it is one.
    pub fn as_native(&self, v: Value) -> Option<&NativeObj> {
        if self.kind_of_ptr(v) == Some(crate::object::Kind::Native) {
            // SAFETY: the kind says the layout.
            Some(unsafe { v.layout::<NativeObj>() })
        } else {
            None
        }
    }
}

/// Returns `None` from a native.
pub fn none() -> Res {
    Ok(Value::none().own())
}

/// Returns an owned value from a native.
pub fn ok(v: Owned) -> Res {
    Ok(v)
}
