//! Contracts: what an instruction does with references and memory.
//!
//! Every opcode states the whole of its contract in the table of [`opcode`](crate::opcode), a native function in its [`NativeSig`].
//! Refcount insertion, the refcount verifier, the checked interpreter and every optimisation read it from here.
//!
//! The rules of a contract:
//!
//! 1. An instruction may use its operands until it ends; whoever runs it keeps them alive that long.
//! 2. It takes over one reference of each operand it *steals*, whether it fails or not ([`Steal::Always`]), or only if it succeeds
//!    ([`Steal::OnSuccess`]; only where failure leaves by an exit of the instruction itself).
//! 3. Its result is a new reference, or borrowed from what [`Origin`] names, or no reference at all.
//! 4. It writes no memory class but those in `writes`; one that runs arbitrary code writes all of them.
//! 5. With [`Can::DROP`] it releases a reference that memory held (the old item of a slot): the destructor may run arbitrary code, in
//!    the observing world.
//! 6. With [`Can::RAISE`] it may fail: its first result is then the empty word (or `false`) and an exception is pending, or, if it carries
//!    an exit, it leaves by it. If it has more results, they are empty too.

use crate::ty::Type;
use std::fmt;

/// A set of memory classes: disjoint kinds of places that hold references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Memory(u16);

macro_rules! memory_classes {
    ($( $(#[doc = $doc:literal])+ $name:ident = $bit:literal $text:literal; )+) => {
        impl Memory {
            $( $(#[doc = $doc])+ pub const $name: Memory = Memory(1 << $bit); )+
            /// No class.
            pub const NONE: Memory = Memory(0);
            /// Every class.
            pub const ALL: Memory = Memory($( (1 << $bit) )|+);
            /// Each class with its text, in bit order.
            pub const CLASSES: &[(Memory, &str)] = &[$((Memory::$name, $text)),+];
        }
    };
}

memory_classes! {
    /// Attribute slots of instances.
    SLOTS = 0 "slots";
    /// Items of lists.
    LIST_ITEMS = 1 "list";
    /// Keys and values of dicts.
    DICT_ITEMS = 2 "dict";
    /// Items of sets.
    SET_ITEMS = 3 "set";
    /// Global variables and built-in names.
    GLOBALS = 4 "globals";
    /// Contents of cells.
    CELLS = 5 "cells";
    /// Fields of functions: defaults, code.
    FUNCTIONS = 6 "functions";
    /// Attributes of classes and the lookups cached for them.
    CLASSES_ = 7 "classes";
    /// What iterators and generators hold.
    ITERATORS = 8 "iterators";
    /// The exception being handled and the one pending.
    EXCEPTIONS = 9 "exceptions";
    /// The shapes of objects.
    SHAPES = 10 "shapes";
    /// Memory of the host and of objects not named above.
    HOST = 11 "host";
}

impl Memory {
    /// The classes in either.
    pub const fn or(self, other: Memory) -> Memory {
        Memory(self.0 | other.0)
    }

    /// The classes in both.
    pub const fn and(self, other: Memory) -> Memory {
        Memory(self.0 & other.0)
    }

    /// The classes in this and not in `other`.
    pub const fn without(self, other: Memory) -> Memory {
        Memory(self.0 & !other.0)
    }

    /// Whether no class is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a class is in both.
    pub const fn intersects(self, other: Memory) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all of `other` is in this.
    pub const fn contains(self, other: Memory) -> bool {
        self.0 & other.0 == other.0
    }

    /// The classes, one at a time, in bit order.
    pub fn classes(self) -> impl Iterator<Item = Memory> {
        Memory::CLASSES.iter().map(|c| c.0).filter(move |&c| self.contains(c))
    }

    /// The class with this text.
    pub fn named(text: &str) -> Option<Memory> {
        match text {
            "all" => Some(Memory::ALL),
            _ => Memory::CLASSES.iter().find(|c| c.1 == text).map(|c| c.0),
        }
    }
}

/// The names of the classes, with spaces between; `all` for all of them; nothing for none.
impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Memory::ALL {
            return f.write_str("all");
        }
        let mut space = "";
        for (class, text) in Memory::CLASSES {
            if self.contains(*class) {
                write!(f, "{space}{text}")?;
                space = " ";
            }
        }
        Ok(())
    }
}

/// When an instruction takes over a reference of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Steal {
    /// Never: the operand is only used.
    Never,
    /// In any case.
    Always,
    /// If the instruction succeeds; at the exit by which it fails the reference is still the function's.
    OnSuccess,
}

/// Where a result comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// There is no result, or it is no reference that is counted: an immortal object, a machine value, a word.
    Uncounted,
    /// A new reference, which the function owns.
    New,
    /// Something that outlives the function: an argument the caller keeps, a constant.
    Function,
    /// An item of memory of these classes, wherever it is.
    Memory(Memory),
    /// A part of operand `.0` that never changes while the operand lives.
    Part(u8),
    /// An item of operand `.0`, in memory of these classes.
    Item(u8, Memory),
    /// Operand `.0` itself; or nothing, where the instruction fails in its result.
    Copy(u8),
    /// Decided by joins: a phi.
    Joined,
}

/// What else an instruction can do. A set of flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Can(u8);

impl Can {
    /// None of it.
    pub const NOTHING: Can = Can(0);
    /// It may fail with an exception (rule 6).
    pub const RAISE: Can = Can(1);
    /// It may allocate.
    pub const ALLOC: Can = Can(2);
    /// It may run arbitrary code of the program: it then writes every memory class.
    pub const RUN: Can = Can(4);
    /// It may release references that memory held (rule 5).
    pub const DROP: Can = Can(8);

    /// Both.
    pub const fn or(self, other: Can) -> Can {
        Can(self.0 | other.0)
    }

    /// Whether all of `other` is in this.
    pub const fn has(self, other: Can) -> bool {
        self.0 & other.0 == other.0
    }

    /// The flags with their texts.
    pub const FLAGS: &[(Can, &str)] =
        &[(Can::RAISE, "raise"), (Can::ALLOC, "alloc"), (Can::RUN, "run"), (Can::DROP, "drop")];
}

/// By which kind of exit an instruction may leave the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exit {
    /// It carries no frame state.
    None,
    /// A guard: it fails before it does anything, in the state before its steals.
    Guard,
    /// An exception is pending: in the state after its steals, and without a result.
    Error,
    /// As `Error`, if the instruction carries a frame state; otherwise failure shows in the result.
    OptionalError,
}

/// The contract of one instruction. See the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Contract<'f> {
    /// Steals of the first operands.
    pub steals: &'f [Steal],
    /// Steals of all further operands.
    pub rest: Steal,
    /// Where each result comes from (all of an instruction's results have one origin).
    pub origin: Origin,
    /// Memory read.
    pub reads: Memory,
    /// Memory written.
    pub writes: Memory,
    /// What else.
    pub can: Can,
    /// Exits.
    pub exit: Exit,
}

impl Contract<'_> {
    /// When operand `index` is stolen.
    pub fn steal(&self, index: usize) -> Steal {
        self.steals.get(index).copied().unwrap_or(self.rest)
    }
}

/// Whether an engine has observers of destruction (see [`footprint`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum World {
    /// No destructor can run code of the program: values may die at their last use.
    #[default]
    Quiet,
    /// Destructors may run code: releases stay where `EndLife` says.
    Observing,
}

/// The destructor footprint: the memory classes that the release of a last reference to a value of type `ty` can
/// write, transitively. In the quiet world none: freeing changes nothing that anybody else can still reach.
pub fn footprint(ty: Type, world: World) -> Memory {
    match world {
        World::Observing if ty.release_may_run_code() => Memory::ALL,
        World::Quiet | World::Observing => Memory::NONE,
    }
}

impl Contract<'_> {
    /// Every memory class that the instruction may write in `world`, destructors it may run included.
    pub fn written(&self, world: World) -> Memory {
        if self.can.has(Can::RUN) || (self.can.has(Can::DROP) && world == World::Observing) {
            Memory::ALL
        } else {
            self.writes
        }
    }
}

/// A parameter of a native function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NativeParam {
    /// What may be passed.
    pub ty: Type,
    /// Whether the function takes the reference over.
    pub steal: Steal,
}

/// The signature and contract of a native function of the host.
///
/// # A promise
///
/// [`new`](NativeSig::new) promises nothing but the types: arguments are used and not kept, the result is a new reference, and anything may
/// happen. What [`steal`](NativeSig::steal), [`origin`](NativeSig::origin) and [`effects`](NativeSig::effects) state is believed:
/// refcount insertion leaves counts out because of it, and nothing in this crate can find out whether the function keeps it. A function that
/// does less than its contract allows is fine; one that does more (writes a class that is not named, keeps an argument that it
/// does not steal, gives a borrowed result for a new one) makes compiled code use memory after it was freed.
///
/// No contract can harm this crate, which never calls a native: it has no addresses and no unsafe code. The promise is made where
/// an address is bound to the signature for machine code to call. That step is `unsafe`, unless
/// signature and address both come from one safe description of a Rust function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeSig {
    /// The name, unique in its [`Function`](crate::Function).
    pub name: Box<str>,
    /// The parameters.
    pub params: Vec<NativeParam>,
    /// The result's type without failure; `None` for no result.
    pub result: Option<Type>,
    /// Where the result comes from.
    pub origin: Origin,
    /// Memory read.
    pub reads: Memory,
    /// Memory written.
    pub writes: Memory,
    /// What else.
    pub can: Can,
    /// Steals of the parameters, derived.
    pub(crate) steals: Vec<Steal>,
}

impl NativeSig {
    /// A native that uses its arguments, gives a new reference, and may do anything: the safe assumption.
    pub fn new(name: &str, params: &[Type], result: Option<Type>) -> NativeSig {
        let params: Vec<NativeParam> = params.iter().map(|&ty| NativeParam { ty, steal: Steal::Never }).collect();
        NativeSig {
            name: name.into(),
            steals: vec![Steal::Never; params.len()],
            params,
            origin: match result {
                Some(ty) if ty.may_be_object() => Origin::New,
                _ => Origin::Uncounted,
            },
            result,
            reads: Memory::ALL,
            writes: Memory::ALL,
            can: Can::RAISE.or(Can::ALLOC).or(Can::RUN).or(Can::DROP),
        }
    }

    /// With parameter `index` stolen.
    ///
    /// # Panics
    /// If there is no such parameter.
    pub fn steal(mut self, index: usize, when: Steal) -> NativeSig {
        self.params[index].steal = when;
        self.steals[index] = when;
        self
    }

    /// With the result from `origin`.
    pub fn origin(mut self, origin: Origin) -> NativeSig {
        self.origin = origin;
        self
    }

    /// With these effects instead of all.
    pub fn effects(mut self, reads: Memory, writes: Memory, can: Can) -> NativeSig {
        (self.reads, self.writes, self.can) = (reads, writes, can);
        self
    }

    /// The contract.
    pub fn contract(&self) -> Contract<'_> {
        let exit = if self.can.has(Can::RAISE) { Exit::OptionalError } else { Exit::None };
        Contract {
            steals: &self.steals,
            rest: Steal::Never,
            origin: self.origin,
            reads: self.reads,
            writes: self.writes,
            can: self.can,
            exit,
        }
    }
}
