//! What the interpreter saw, as plain data: a compilation can run on another thread.

use crate::bytecode::{CodeProto, Field, Insn};
use crate::interp::code::{CallTarget, Code, Site, code_of, site};
use crate::interp::{Vm, call};
use runtime::Rt;
use runtime::object::shape_id;
use std::sync::Arc;

/// A body that was loaded, with what was seen in it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The body.
    pub proto: Arc<CodeProto>,
    /// What was seen.
    pub feedback: Feedback,
}

/// A snapshot of the feedback of one body. Only a hint: whatever it says, the translation is valid.
#[derive(Clone, Debug, Default)]
pub struct Feedback {
    /// The feedback word of each instruction: 0 where it has none.
    pub words: Vec<u32>,
    /// What each inline-cache site saw.
    pub sites: Vec<SiteHint>,
}

/// What one inline-cache site saw last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SiteHint {
    /// Nothing that can be used.
    #[default]
    None,
    /// Nothing: the instruction was never executed.
    Unseen,
    /// An attribute in slot `slot` of instances of shape `shape`.
    Slot {
        /// The shape.
        shape: u32,
        /// Number of the slot.
        slot: u32,
    },
    /// A store that adds slot `slot` to instances of shape `from`, which get shape `to`.
    AddSlot {
        /// The shape before.
        from: u32,
        /// The shape after.
        to: u32,
        /// Number of the slot.
        slot: u32,
    },
    /// A global variable.
    Global,
    /// A built-in name.
    Builtin,
    /// A method of the class of instances of shape `shape`: a hosted function, or something else that is called with the receiver.
    Method {
        /// The shape.
        shape: u32,
        /// Whether it is a hosted function.
        is_function: bool,
    },
    /// An attribute that stands in the dictionary of a class or module itself, of this shape.
    Static {
        /// The shape.
        shape: u32,
    },
    /// A call of a hosted function.
    Call(Target),
    /// A call of various hosted functions that take so many arguments by position.
    AnyFunction(u32),
    /// A call of `range`.
    Range,
    /// A call of a class whose instances are plain and begin with shape `shape`.
    Class {
        /// The shape.
        shape: u32,
        /// Its `__init__`, a hosted function that returns nothing but None.
        init: Target,
    },
}

impl SiteHint {
    /// The shape that an instance is expected to have.
    pub(crate) fn shape(&self) -> Option<u32> {
        match *self {
            SiteHint::Slot { shape, .. } | SiteHint::Method { shape, .. } | SiteHint::AddSlot { from: shape, .. } => {
                Some(shape)
            }
            _ => None,
        }
    }
}

/// The code of a hosted function that was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The number of the code in its engine.
    pub number: u32,
    /// How many arguments it takes, if it takes no others than by position.
    pub args: Option<u32>,
}

impl Feedback {
    /// A snapshot of what `code` has seen.
    pub(crate) fn of(rt: &Rt, code: &Code) -> Feedback {
        let mut feedback = Feedback { words: Vec::new(), sites: vec![SiteHint::None; code.sites.len()] };
        for cell in &code.insns {
            let insn = cell.get();
            let fields = insn.op.fields();
            feedback.words.push(if fields.contains(&Field::Feedback) { insn.e } else { 0 });
            if fields.contains(&Field::Site)
                && let Some(seen) = code.sites.get(insn.e as usize)
            {
                feedback.sites[insn.e as usize] = hint(rt, code, insn, seen.get());
            }
        }
        feedback
    }

    /// The feedback word of instruction `pc`.
    pub(super) fn word(&self, pc: u32) -> u32 {
        self.words.get(pc as usize).copied().unwrap_or(0)
    }

    /// What site `site` saw.
    pub(super) fn site(&self, site: u32) -> SiteHint {
        self.sites.get(site as usize).copied().unwrap_or_default()
    }
}

/// What a call instruction calls.
fn call_hint(rt: &Rt, index: u32, classes_are_there: bool) -> SiteHint {
    let vm = Vm::of(rt);
    if let Some(shape) = CallTarget::class(index) {
        if shape == shape_id::RANGE {
            return SiteHint::Range;
        }
        if !classes_are_there {
            return SiteHint::None;
        }
        let class = rt.shapes.get(shape).class.get();
        return match call::hosted_init(rt, class).and_then(|init| rt.as_function(init)) {
            Some(init) => {
                let code = code_of(init.code.get());
                let init = target(code);
                if code.returns_none() { SiteHint::Class { shape, init } } else { SiteHint::None }
            }
            None => SiteHint::None,
        };
    }
    match CallTarget::code(index).and_then(|number| vm.codes.find(number)) {
        Some(code) if !code.is_generator() => SiteHint::Call(target(code)),
        _ => SiteHint::None,
    }
}

fn target(code: &Code) -> Target {
    Target { number: code.id, args: u32::try_from(code.simple_args).ok() }
}

/// What a cache holds that can be guessed again. Slots of `__slots__` cannot: they may be empty.
fn hint(rt: &Rt, code: &Code, insn: Insn, seen: Site) -> SiteHint {
    // The key of an attribute's cache has the shape in its low half.
    let shape = seen.key as u32;
    let is_various = seen.saw_many();
    let find = |shape: u32| rt.shapes.get(shape).find(*code.names.get(usize::from(insn.c))?);
    match seen.kind {
        site::SLOT | site::ADD_SLOT | site::METHOD if is_various => SiteHint::None,
        site::CALL if is_various => match call_hint(rt, seen.index, seen.key == u64::from(rt.epochs.classes())) {
            SiteHint::Call(Target { args: Some(args), .. }) => SiteHint::AnyFunction(args),
            hint => hint,
        },
        site::MODULE => SiteHint::Static { shape: shape_id::MODULE },
        site::CLASS => SiteHint::Static { shape },
        site::SLOT | site::FAR_SLOT => match find(shape) {
            Some(slot) => SiteHint::Slot { shape, slot: slot as u32 },
            None => SiteHint::None,
        },
        site::ADD_SLOT => match find(seen.shape) {
            Some(slot) => SiteHint::AddSlot { from: shape, to: seen.shape, slot: slot as u32 },
            None => SiteHint::None,
        },
        site::METHOD if (seen.key >> 32) as u32 == rt.epochs.classes() => {
            SiteHint::Method { shape, is_function: seen.value.has_shape(shape_id::FUNCTION) }
        }
        site::CALL => call_hint(rt, seen.index, seen.key == u64::from(rt.epochs.classes())),
        site::GLOBAL => SiteHint::Global,
        site::BUILTIN => SiteHint::Builtin,
        site::EMPTY if seen.misses == 0 => SiteHint::Unseen,
        _ => SiteHint::None,
    }
}
