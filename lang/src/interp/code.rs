//! Loaded code: a [`CodeProto`] with its constants and names made objects of one engine, and room for feedback.

use crate::bytecode::{CodeKind, CodeProto, Const, Handler, Insn, Op, Pos, Text};
use crate::hir_build::feedback::{Feedback, Loaded};
use crate::interp::Vm;
use crate::jit::code_state::CodeState;
use runtime::object::{Binding, CodeObj, shape_id};
use runtime::string;
use runtime::{Owned, Raised, Res, Rt, Value};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ptr;
use std::sync::Arc;

/// An inline cache: what an attribute, global or call instruction saw last. Also the compiler's hint.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    /// Shape and class epoch, or dict versions, that the rest holds for.
    pub(crate) key: u64,
    /// What was found, from [`site`].
    pub(crate) kind: u32,
    /// Slot offset, entry index, or as the kind says.
    pub(crate) index: u32,
    /// A value borrowed from a class, valid while the key holds.
    pub(crate) value: Value,
    /// How often the cache was filled, at most as often as can be counted.
    pub(crate) misses: u16,
    /// How often of those it was filled for another shape or target although it was still good for the one before.
    pub(crate) changes: u16,
    /// The shape seen, or the one a store goes to.
    pub(crate) shape: u32,
}

impl Site {
    /// From how many changes on there are many shapes or targets, none of which is a good guess.
    const MANY: u16 = 8;

    /// Whether many shapes or targets were seen.
    pub(crate) fn saw_many(&self) -> bool {
        self.changes >= Site::MANY
    }

    /// With new contents; whether they are a `change`.
    pub(crate) fn filled(self, new: Site, change: bool) -> Site {
        let (misses, changes) = (self.misses.saturating_add(1), self.changes.saturating_add(u16::from(change)));
        Site { misses, changes, ..new }
    }
}

impl Default for Site {
    fn default() -> Site {
        Site { key: 0, kind: site::EMPTY, index: 0, value: Value::EMPTY, misses: 0, changes: 0, shape: 0 }
    }
}

/// Kinds of cache contents.
pub(crate) mod site {
    /// Nothing.
    pub(crate) const EMPTY: u32 = 0;
    /// An in-object slot at byte `index`.
    pub(crate) const SLOT: u32 = 1;
    /// A store that adds a slot: the object goes to shape `shape`.
    pub(crate) const ADD_SLOT: u32 = 2;
    /// A method of the class: `value`.
    pub(crate) const METHOD: u32 = 3;
    /// Entry `index` of the globals.
    pub(crate) const GLOBAL: u32 = 4;
    /// Entry `index` of the built-ins.
    pub(crate) const BUILTIN: u32 = 5;
    /// A property whose getter is function `value`.
    pub(crate) const PROPERTY: u32 = 6;
    /// Entry `index` of the module's dictionary, whose version is the key.
    pub(crate) const MODULE: u32 = 7;
    /// Entry `index` of the dictionary of class `value` itself, whose version is `shape`.
    pub(crate) const CLASS: u32 = 9;
    /// A call: `index` is the target last called, `misses` how often it changed.
    pub(crate) const CALL: u32 = 10;
    /// An in-object slot that is beyond the in-object ones: slot number `index`.
    pub(crate) const FAR_SLOT: u32 = 8;
}

/// What a call instruction called last, in one number: the number of a hosted function's code, the shape of a class's instances, or
/// the shape of any other callable.
pub(crate) struct CallTarget;

impl CallTarget {
    const CLASS: u32 = 1 << 30;
    const OTHER: u32 = 1 << 31;

    /// Of a callable.
    #[inline(always)]
    pub(crate) fn of(f: Value) -> u32 {
        if f.has_shape(shape_id::FUNCTION) {
            // SAFETY: the shape says the layout.
            unsafe { &*f.as_ptr().cast::<runtime::object::FunctionObj>() }.binding.get().number
        } else if f.has_shape(shape_id::TYPE) {
            // SAFETY: the shape says the layout.
            unsafe { &*f.as_ptr().cast::<runtime::class::TypeObj>() }.root_shape.get() | Self::CLASS
        } else {
            f.shape() | Self::OTHER
        }
    }

    /// The number of the code, if it was a hosted function.
    pub(crate) fn code(target: u32) -> Option<u32> {
        (target & (Self::OTHER | Self::CLASS) == 0).then_some(target)
    }

    /// The shape of new instances, if it was a class.
    pub(crate) fn class(target: u32) -> Option<u32> {
        (target & (Self::OTHER | Self::CLASS) == Self::CLASS).then_some(target & !Self::CLASS)
    }
}

/// Code of one engine.
pub(crate) struct Code {
    /// Number of the code in its engine, from 1: names it as a call target.
    pub(crate) id: u32,
    pub(crate) proto: Arc<CodeProto>,
    /// Instructions; their feedback words change.
    pub(crate) insns: Box<[Cell<Insn>]>,
    pub(crate) consts: Box<[Value]>,
    pub(crate) names: Box<[Value]>,
    pub(crate) sites: Box<[Cell<Site>]>,
    pub(crate) nregs: usize,
    /// Number of locals, cells and free variables included.
    pub(crate) nlocals: usize,
    pub(crate) nfree: usize,
    /// Number of positional parameters if the code takes nothing else and is an ordinary function; -1 otherwise.
    pub(crate) simple_args: i32,
    pub(crate) name: Value,
    pub(crate) qualname: Value,
    pub(crate) filename: Value,
    /// Interned names of the locals.
    pub(crate) local_names: Box<[Value]>,
    /// Docstring, or the empty word.
    pub(crate) doc: Value,
    /// The globals that functions of this code have; [`Value::none`] if they differ.
    globals: Cell<Value>,
    /// Counters and machine code.
    pub(crate) jit: CodeState,
}

impl Code {
    /// The handler for instruction `pc`.
    pub(crate) fn handler(&self, pc: u32) -> Option<&Handler> {
        let rows = &self.proto.handlers;
        let i = rows.partition_point(|h| h.end <= pc);
        rows.get(i).filter(|h| h.start <= pc)
    }

    /// Position of instruction `pc`.
    pub(crate) fn pos(&self, pc: u32) -> Pos {
        self.proto.positions.get(pc as usize).copied().unwrap_or_default()
    }

    /// A function of the code gets these globals. Machine code is made for one dictionary of globals: should there be a second, there
    /// will be none any more.
    pub(crate) fn bind(&self, rt: &Rt, globals: Value) -> Binding {
        let before = self.globals.get();
        if before.is_empty() {
            self.globals.set(globals);
        } else if before != globals && !before.is_none() {
            self.globals.set(Value::none());
            self.jit.forbid();
        }
        let machine = Vm::of(rt).machine();
        let arity = if machine.is_some() { u32::try_from(self.simple_args).ok() } else { None };
        let entry = machine.map_or(ptr::null(), |machine| self.jit.cell_address(machine));
        Binding { number: self.id, arity: arity.unwrap_or(Binding::NO_ARITY), entry }
    }

    /// The globals that all functions of the code have. A dictionary that is gone may have been at the same address.
    pub(crate) fn only_globals(&self) -> Option<Value> {
        self.globals.get().some().filter(|globals| !globals.is_none())
    }

    /// Whether it can return nothing but None.
    pub(crate) fn returns_none(&self) -> bool {
        let none = |d: u32| matches!(self.proto.consts.get(d as usize), Some(Const::None));
        self.proto.code.iter().all(|i| match i.op {
            Op::Return => false,
            Op::ReturnConst => none(i.d),
            _ => true,
        })
    }

    pub(crate) fn is_generator(&self) -> bool {
        self.proto.kind == CodeKind::Generator
    }
}

/// The code of an engine, by its number.
#[derive(Default)]
pub(crate) struct Registry {
    live: RefCell<BTreeMap<u32, *const Code>>,
    /// What was seen by code that is gone; nothing if nobody wants it.
    gone: RefCell<Option<BTreeMap<u32, Loaded>>>,
}

impl Registry {
    /// From now on what code has seen is kept when the code goes.
    pub(crate) fn keep_gone(&self) {
        self.gone.borrow_mut().get_or_insert_default();
    }

    fn add(&self, code: *const Code) {
        // SAFETY: the caller has just made the code.
        let id = unsafe { &*code }.id;
        self.live.borrow_mut().insert(id, code);
    }

    fn remove(&self, rt: &Rt, code: &Code) {
        self.live.borrow_mut().remove(&code.id);
        if let Some(gone) = &mut *self.gone.borrow_mut() {
            gone.insert(code.id, Loaded { proto: code.proto.clone(), feedback: Feedback::of(rt, code) });
        }
    }

    /// The code with this number, if it is still there.
    pub(crate) fn find(&self, number: u32) -> Option<&Code> {
        let code = self.live.borrow().get(&number).copied()?;
        // SAFETY: code is in the map from when it is made until it is freed.
        Some(unsafe { &*code })
    }

    /// Does something with every code that there is.
    pub(crate) fn for_each(&self, mut f: impl FnMut(&Code)) {
        let all: Vec<*const Code> = self.live.borrow().values().copied().collect();
        for code in all {
            // SAFETY: as above.
            f(unsafe { &*code });
        }
    }

    /// All code with what it has seen, in the order in which it was loaded.
    pub(crate) fn snapshot(&self, rt: &Rt) -> Vec<Loaded> {
        let mut all = self.gone.borrow().clone().unwrap_or_default();
        for (&id, &code) in &*self.live.borrow() {
            // SAFETY: code is in the map from when it is made until it is freed.
            let code = unsafe { &*code };
            all.insert(id, Loaded { proto: code.proto.clone(), feedback: Feedback::of(rt, code) });
        }
        all.into_values().collect()
    }
}

/// Makes a code object.
///
/// # Errors
/// MemoryError.
pub(crate) fn load(rt: &Rt, proto: &Arc<CodeProto>) -> Res {
    let names = intern_all(rt, &proto.names)?;
    let local_names = intern_all(rt, &proto.local_names)?;
    let consts = proto.consts.iter().map(|c| constant(rt, c)).collect::<Result<Vec<Owned>, Raised>>()?;
    let simple = proto.kind == CodeKind::Function && !proto.varargs && !proto.varkw && proto.kwonly_count == 0;
    let doc = match &proto.doc {
        Some(text) => string_constant(rt, text)?.into_raw(),
        None => Value::EMPTY,
    };
    let loaded = &crate::interp::Vm::of(rt).stats.codes;
    loaded.set(loaded.get() + 1);
    let code = Code {
        id: loaded.get() as u32,
        insns: proto.code.iter().map(|i| Cell::new(*i)).collect(),
        consts: consts.into_iter().map(Owned::into_raw).collect(),
        names,
        sites: (0..proto.nsites).map(|_| Cell::new(Site::default())).collect(),
        nregs: proto.nregs as usize,
        nlocals: proto.local_names.len(),
        nfree: proto.nfree as usize,
        simple_args: if simple { i32::from(proto.arg_count) } else { -1 },
        name: rt.intern_immortal(&proto.name)?,
        qualname: rt.intern_immortal(&proto.qualname)?,
        filename: rt.intern_immortal(&proto.filename)?,
        local_names,
        doc,
        globals: Cell::new(Value::EMPTY),
        jit: CodeState::new(crate::interp::Vm::of(rt).mode.get()),
        proto: proto.clone(),
    };
    let data = Box::into_raw(Box::new(code));
    let object = CodeObj { head: Rt::fresh_header(shape_id::CODE), data: Cell::new(data.cast()) };
    match rt.alloc_fixed(shape_id::CODE, object) {
        Ok(v) => {
            crate::interp::Vm::of(rt).codes.add(data);
            Ok(v)
        }
        Err(raised) => {
            drop_code(rt, data.cast());
            Err(raised)
        }
    }
}

fn intern_all(rt: &Rt, names: &[Box<str>]) -> Result<Box<[Value]>, Raised> {
    names.iter().map(|n| rt.intern_immortal(n)).collect()
}

/// The code behind a code object. The caller keeps the object alive.
#[inline(always)]
pub(crate) fn code_of<'a>(v: Value) -> &'a Code {
    debug_assert!(v.has_shape(shape_id::CODE));
    // SAFETY: code objects are only made by `load`; their data lives until the object dies.
    unsafe { &*(*v.as_ptr().cast::<CodeObj>()).data.get().cast::<Code>() }
}

/// Frees a code object's data.
pub(crate) fn drop_code(rt: &Rt, data: *mut ()) {
    // SAFETY: the data was boxed by `load` and is freed once, with its object.
    let code = unsafe { Box::from_raw(data.cast::<Code>()) };
    crate::interp::Vm::of(rt).codes.remove(rt, &code);
    for c in &code.consts {
        c.decref();
    }
    code.doc.decref();
}

/// Visits the references that code owns.
pub(crate) fn visit_code(_: &Rt, data: *mut (), f: &mut dyn FnMut(Value)) {
    // SAFETY: the data belongs to a live code object.
    let code = unsafe { &*data.cast::<Code>() };
    code.consts.iter().for_each(|c| f(*c));
    if let Some(doc) = code.doc.some() {
        f(doc);
    }
}

fn string_constant(rt: &Rt, text: &Text) -> Res {
    match text {
        Text::Utf8(s) if looks_like_a_name(s) => rt.intern(s),
        Text::Utf8(s) => rt.str(s),
        Text::Points(p) => rt.str_from_text(string::Text::Wide(p)),
    }
}

fn looks_like_a_name(s: &str) -> bool {
    s.len() <= 64 && s.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Makes a constant.
fn constant(rt: &Rt, c: &Const) -> Res {
    match c {
        Const::None => Ok(Value::none().own()),
        Const::True => Ok(Value::bool(true).own()),
        Const::False => Ok(Value::bool(false).own()),
        Const::Ellipsis => Ok(Value::ellipsis().own()),
        Const::Int(i) => rt.int(*i),
        Const::BigInt(digits) => {
            rt.int_big(parse_big(digits).ok_or_else(|| rt.value_error("malformed integer constant"))?)
        }
        Const::Float(f) => rt.float(*f),
        Const::Str(text) => string_constant(rt, text),
        Const::Bytes(b) => rt.bytes(b),
        Const::Tuple(items) => {
            let items = items.iter().map(|c| constant(rt, c)).collect::<Result<Vec<_>, _>>()?;
            rt.tuple_from_owned(items)
        }
        Const::FrozenSet(items) => {
            let items = items.iter().map(|c| constant(rt, c)).collect::<Result<Vec<_>, _>>()?;
            {
                let set = rt.new_frozenset()?;
                for item in &items {
                    rt.set_add(*set, **item)?;
                }
                Ok(set)
            }
        }
        Const::Code(proto) => load(rt, proto),
    }
}

fn parse_big(digits: &str) -> Option<dashu_int::IBig> {
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, digits),
    };
    let magnitude = match digits.strip_prefix("0x") {
        Some(hex) => dashu_int::IBig::from_str_radix(hex, 16),
        None => dashu_int::IBig::from_str_radix(digits, 10),
    }
    .ok()?;
    Some(if negative { -magnitude } else { magnitude })
}
