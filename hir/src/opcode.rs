//! The opcode table: every instruction is declared once, here.
//!
//! A row states the name, the immediates, the operands with their types, the rule of each result's type, and the whole contract
//! ([`Contract`]; every field, none by default). The printer, the parser, the verifier, the checked interpreter,
//! refcount insertion and every optimisation derive what they know from it.
//!
//! Shorthand of the rows: `args` lists the types of the operands, `rest T` after them any number more; `steals` lists the operands'
//! [`Steal`], the last entry standing for all further ones.

use crate::contract::{Can, Contract, Exit, Memory, Origin, Steal};
use crate::ty::Type;
use Steal::{Always, Never, OnSuccess};

/// What an immediate of an instruction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImmKind {
    /// A number: `2`.
    Index,
    /// A constant: `None`, `5`, `"text"`.
    Const,
    /// A name: `"append"`.
    Name,
    /// A type: `ListExact`.
    Type,
    /// A shape: `shape 57`.
    Shape,
    /// An arithmetic operator: `add`.
    BinOp,
    /// A unary operator: `neg`.
    UnOp,
    /// A comparison: `lt`.
    CmpOp,
    /// A native function: `@name`.
    Native,
}

/// How the type of a result follows from the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultRule {
    /// This type; a wider one may be declared.
    Is(Type),
    /// Any type within this one, as declared: the instruction's maker knows it (an argument's type, say).
    Within(Type),
    /// The type of the constant in the first immediate.
    OfConst,
    /// The type of operand 0.
    Same,
    /// The type of operand 0 without `Nullptr`.
    NotNull,
    /// The values of operand 0 that are in the type of the first immediate.
    MeetType,
    /// The values of operand 0 that are the constant in the first immediate.
    MeetConst,
    /// The objects among the values of operand 0, with the shape in the first immediate.
    MeetShape,
    /// An exact tuple of as many items as the first immediate says (the sum of the first two and one for `UnpackEx`), or `Nullptr`.
    TupleOfLen,
    /// The join of the operands' types, or a wider one.
    JoinAll,
    /// As the native's signature says; with `Nullptr` if it can raise and has no exit.
    OfNative,
}

/// The operands of an opcode.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    /// Types of the first operands.
    pub fixed: &'static [Type],
    /// Type of any further operands.
    pub rest: Option<Type>,
}

/// How an instruction takes part in control flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It goes on to the next instruction.
    Next,
    /// It is a phi: it stands before all other instructions of its block, with one operand for each predecessor.
    Phi,
    /// It ends its block and goes to one of this many blocks.
    Ends(u8),
}

/// One row of the table.
#[derive(Debug)]
pub struct OpInfo {
    /// The name in the text.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Its immediates.
    pub imms: &'static [ImmKind],
    /// Its operands.
    pub operands: Operands,
    /// The types of its results.
    pub results: &'static [ResultRule],
    /// Control flow.
    pub flow: Flow,
    /// Its contract; for `CallNative` the signature's takes its place.
    pub contract: Contract<'static>,
}

macro_rules! operand_types {
    ($($ty:ident),* ; rest $rest:ident) => { Operands { fixed: &[$(Type::$ty),*], rest: Some(Type::$rest) } };
    ($($ty:ident),*) => { Operands { fixed: &[$(Type::$ty),*], rest: None } };
}

macro_rules! opcodes {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident : imms [$($imm:ident),*], args [$($args:tt)*], results [$($result:expr),*],
            flow $flow:expr, steals [$($steal:ident),*], from $origin:expr, reads $reads:expr, writes $writes:expr, can $can:expr, exit $exit:ident;
    )+) => {
        /// An operation of HIR. See [`info`](Opcode::info) for what each is and does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Opcode { $( $(#[doc = $doc])+ $name, )+ }

        impl Opcode {
            /// Every opcode, in the table's order.
            pub const ALL: &'static [Opcode] = &[$(Opcode::$name),+];

            /// The opcode's row of the table.
            pub const fn info(self) -> &'static OpInfo {
                match self { $(
                    Opcode::$name => {
                        const STEALS: &[Steal] = &[$($steal),*];
                        const INFO: OpInfo = OpInfo {
                            name: stringify!($name),
                            doc: concat!($($doc, "\n"),+),
                            imms: &[$(ImmKind::$imm),*],
                            operands: operand_types!($($args)*),
                            results: &[$($result),*],
                            flow: $flow,
                            contract: Contract {
                                steals: STEALS,
                                rest: if STEALS.is_empty() { Never } else { STEALS[STEALS.len() - 1] },
                                origin: $origin,
                                reads: $reads,
                                writes: $writes,
                                can: $can,
                                exit: Exit::$exit,
                            },
                        };
                        &INFO
                    }
                )+ }
            }

            /// The opcode with this name.
            pub fn named(name: &str) -> Option<Opcode> {
                match name {
                    $( stringify!($name) => Some(Opcode::$name), )+
                    _ => None,
                }
            }
        }
    };
}

use Flow::{Ends, Next, Phi as IsPhi};
use Origin::{Copy as CopyOf, Function as OfFunction, Item, Joined, Memory as In, New, Part, Uncounted};
use ResultRule::*;

const NONE: Memory = Memory::NONE;
const ALL: Memory = Memory::ALL;
const NOTHING: Can = Can::NOTHING;
const RAISE: Can = Can::RAISE;
const ALLOC: Can = Can::ALLOC;
const DROP: Can = Can::DROP;
/// It may fail for want of memory.
const MAKE: Can = Can::RAISE.or(Can::ALLOC);
/// It may do anything.
const ANYTHING: Can = Can::RAISE.or(Can::ALLOC).or(Can::RUN).or(Can::DROP);

const fn opt(ty: Type) -> ResultRule {
    Is(ty.or_null())
}

opcodes! {
    // Values.

    /// The value that came with the edge by which control entered the block.
    Phi: imms [], args [; rest TOP], results [JoinAll],
        flow IsPhi, steals [], from Joined, reads NONE, writes NONE, can NOTHING, exit None;
    /// The constant. Its owner keeps it alive.
    Const: imms [Const], args [], results [OfConst],
        flow Next, steals [], from OfFunction, reads NONE, writes NONE, can NOTHING, exit None;
    /// The argument of this number, kept alive by the caller.
    LoadArg: imms [Index], args [], results [Within(Type::TOP)],
        flow Next, steals [], from OfFunction, reads NONE, writes NONE, can NOTHING, exit None;
    /// The argument of this number, which the caller passes with its reference. Once in a function, in the first block.
    TakeArg: imms [Index], args [], results [Within(Type::OPT_OBJECT)],
        flow Next, steals [], from New, reads NONE, writes NONE, can NOTHING, exit None;
    /// The function that runs, kept alive by the caller.
    LoadFunction: imms [], args [], results [Is(Type::FUNCTION)],
        flow Next, steals [], from OfFunction, reads NONE, writes NONE, can NOTHING, exit None;
    /// The operand.
    Assign: imms [], args [TOP], results [Same],
        flow Next, steals [], from CopyOf(0), reads NONE, writes NONE, can NOTHING, exit None;
    /// The operand, known to be of the type: by its own type, or because this stands behind the branch that tested it.
    RefineType: imms [Type], args [TOP], results [MeetType],
        flow Next, steals [], from CopyOf(0), reads NONE, writes NONE, can NOTHING, exit None;

    // Guards: they leave the function if a guess was wrong, before anything is done.

    /// The operand, if it is of the type.
    GuardType: imms [Type], args [TOP], results [MeetType],
        flow Next, steals [], from CopyOf(0), reads NONE, writes NONE, can NOTHING, exit Guard;
    /// The operand, if it is the constant (the same object or word).
    GuardIs: imms [Const], args [OPT_OBJECT], results [MeetConst],
        flow Next, steals [], from CopyOf(0), reads NONE, writes NONE, can NOTHING, exit Guard;
    /// The operand, if its shape is this.
    GuardShape: imms [Shape], args [OBJECT], results [MeetShape],
        flow Next, steals [], from CopyOf(0), reads Memory::SHAPES, writes NONE, can NOTHING, exit Guard;
    /// The operand, if it is a function of the code with this number.
    GuardCode: imms [Index], args [FUNCTION], results [Same],
        flow Next, steals [], from CopyOf(0), reads Memory::FUNCTIONS, writes NONE, can NOTHING, exit Guard;
    /// The operand, if it is a function that takes so many arguments by position, and no others.
    GuardArity: imms [Index], args [FUNCTION], results [Same],
        flow Next, steals [], from CopyOf(0), reads Memory::FUNCTIONS, writes NONE, can NOTHING, exit Guard;
    /// The operand, if it is the class whose instances begin with this shape.
    GuardClass: imms [Shape], args [OBJECT], results [Same],
        flow Next, steals [], from CopyOf(0), reads Memory::CLASSES_, writes NONE, can NOTHING, exit Guard;
    /// Goes on if the operand is true.
    Guard: imms [], args [C_BOOL], results [],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit Guard;
    /// The operand, if there is one; otherwise the variable of this name has no value.
    CheckVar: imms [Name], args [OPT_OBJECT], results [NotNull],
        flow Next, steals [], from CopyOf(0), reads NONE, writes NONE, can NOTHING, exit Guard;
    /// Goes on while no destructor can run code of the program.
    GuardQuiet: imms [], args [], results [],
        flow Next, steals [], from Uncounted, reads Memory::HOST, writes NONE, can NOTHING, exit Guard;
    /// Goes on unless something waits to be done: an interrupt, a collection, fuel that is spent.
    Poll: imms [], args [], results [],
        flow Next, steals [], from Uncounted, reads Memory::HOST, writes NONE, can NOTHING, exit Guard;
    /// Goes on if there is room for one more call, and no interrupt waits.
    CheckStack: imms [], args [], results [],
        flow Next, steals [], from Uncounted, reads Memory::HOST, writes NONE, can NOTHING, exit Guard;
    /// Leaves the function, to go on in the interpreter. The name says why.
    Deopt: imms [Name], args [], results [],
        flow Ends(0), steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit Guard;

    // Checks: they leave the function if an exception is pending.

    /// The operand, if there is one; otherwise an exception is pending.
    CheckExc: imms [], args [TOP], results [NotNull],
        flow Next, steals [], from CopyOf(0), reads NONE, writes NONE, can NOTHING, exit Error;
    /// Goes on if the operand is true; otherwise an exception is pending.
    CheckOk: imms [], args [C_BOOL], results [],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit Error;
    /// Leaves the function: an exception is pending.
    Unwind: imms [], args [], results [],
        flow Ends(0), steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit Error;

    // Control.

    /// Goes to the block.
    Branch: imms [], args [], results [],
        flow Ends(1), steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Goes to the first block if the operand is true, to the second otherwise.
    CondBranch: imms [], args [C_BOOL], results [],
        flow Ends(2), steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Goes to the first block if there is a value, to the second if the operand is the empty word.
    CondBranchPresent: imms [], args [TOP], results [],
        flow Ends(2), steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Goes to the first block if the operand is an item, to the second if the iterator is exhausted.
    CondBranchIterNotDone: imms [], args [TOP], results [],
        flow Ends(2), steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Goes to the first block if the operand is of the type, to the second otherwise.
    CondBranchType: imms [Type], args [TOP], results [],
        flow Ends(2), steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Leaves the function with the operand as its result.
    Return: imms [], args [TOP], results [],
        flow Ends(0), steals [Always], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Never reached.
    Unreachable: imms [], args [], results [],
        flow Ends(0), steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;

    // Machine values.

    /// Arithmetic of 64 bits, wrapping; a division by zero gives zero, a shift uses the low six bits of the distance.
    CIntBinary: imms [BinOp], args [C_INT64, C_INT64], results [Is(Type::C_INT64)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Compares as signed integers.
    CIntCompare: imms [CmpOp], args [C_INT64, C_INT64], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Arithmetic of IEEE 754; `floordiv`, `mod` and `pow` as the language defines them for floats. Only `add sub mul truediv`.
    DoubleBinary: imms [BinOp], args [C_DOUBLE, C_DOUBLE], results [Is(Type::C_DOUBLE)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// The negated float.
    DoubleNeg: imms [], args [C_DOUBLE], results [Is(Type::C_DOUBLE)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Compares; everything but `ne` is false for NaN.
    DoubleCompare: imms [CmpOp], args [C_DOUBLE, C_DOUBLE], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// The opposite.
    CBoolNot: imms [], args [C_BOOL], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// The machine integer of a small integer.
    UnboxInt: imms [], args [SMALL_INT], results [Is(Type::C_INT64)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// The small integer of a machine integer, if it is one.
    BoxInt: imms [], args [C_INT64], results [Is(Type::SMALL_INT)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit Guard;
    /// The machine float of a float.
    UnboxDouble: imms [], args [FLOAT_EXACT], results [Is(Type::C_DOUBLE)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// A float of a machine float; rare exponents need an object.
    BoxDouble: imms [], args [C_DOUBLE], results [Is(Type::FLOAT_EXACT)],
        flow Next, steals [], from New, reads NONE, writes NONE, can MAKE, exit Error;
    /// The machine float of a small integer, rounded.
    IntToDouble: imms [], args [SMALL_INT], results [Is(Type::C_DOUBLE)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// `True` or `False`.
    BoxBool: imms [], args [C_BOOL], results [Is(Type::IMMORTAL_BOOL)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Whether the operand is `True`.
    IsTrue: imms [], args [BOOL], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Whether the operands are the same object or word, as `is` tells.
    Is: imms [], args [OPT_OBJECT, OPT_OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Whether the operand is of the type.
    IsType: imms [Type], args [TOP], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;

    // Numbers.

    /// Arithmetic of small integers, if the result is one: `add sub mul floordiv mod lshift rshift and or xor`.
    SmallIntBinary: imms [BinOp], args [SMALL_INT, SMALL_INT], results [Is(Type::SMALL_INT)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit Guard;
    /// Compares small integers.
    SmallIntCompare: imms [CmpOp], args [SMALL_INT, SMALL_INT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Arithmetic of exact integers of any size; `truediv` and a negative power give a float.
    IntBinary: imms [BinOp], args [INT_EXACT, INT_EXACT], results [Within(Type::OPT_NUMBER)],
        flow Next, steals [], from New, reads NONE, writes NONE, can MAKE, exit None;
    /// Compares exact integers.
    IntCompare: imms [CmpOp], args [INT_EXACT, INT_EXACT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;

    // Operators of the language, for operands of any type.

    /// `a + b` and so on.
    BinaryOp: imms [BinOp], args [OBJECT, OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `a += b` and so on: the value to bind.
    InplaceOp: imms [BinOp], args [OBJECT, OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `-a`, `+a`, `~a`, `not a`.
    UnaryOp: imms [UnOp], args [OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `a < b` and so on.
    CompareOp: imms [CmpOp], args [OBJECT, OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `a in b`.
    Contains: imms [], args [OBJECT, OBJECT], results [Is(Type::OPT_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `bool(a)`.
    Truth: imms [], args [OBJECT], results [Is(Type::OPT_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;

    // Attributes.

    /// `a.name`.
    LoadAttr: imms [Name], args [OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `a.name = b`.
    StoreAttr: imms [Name], args [OBJECT, OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `del a.name`.
    DelAttr: imms [Name], args [OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// For a method call: the function and the receiver, if `name` is a method found in the class; else the attribute and the empty word.
    LoadMethod: imms [Name], args [OBJECT], results [opt(Type::OBJECT), opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `super(b, c).name`, where `a` is what the name `super` gave.
    LoadSuperAttr: imms [Name], args [OBJECT, OBJECT, OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// What the class of an object of this shape has under this name, as long as classes are what they were when it was looked up.
    LoadMethodCached: imms [Shape, Name], args [OBJECT], results [Within(Type::OBJECT)],
        flow Next, steals [], from In(Memory::CLASSES_), reads Memory::CLASSES_, writes NONE, can NOTHING, exit Guard;
    /// As `LoadMethod`, for `super(b, c).name`.
    LoadSuperMethod: imms [Name], args [OBJECT, OBJECT, OBJECT], results [opt(Type::OBJECT), opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// The method `name` of the class of `a`, bound to `a`; the error is that of a `with` statement.
    LoadSpecial: imms [Name], args [OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// The attribute in this slot of an instance of this shape.
    LoadSlot: imms [Shape, Index], args [OBJECT], results [Is(Type::OBJECT)],
        flow Next, steals [], from Item(0, Memory::SLOTS), reads Memory::SLOTS, writes NONE, can NOTHING, exit None;
    /// Puts `b` into this slot of an instance of this shape.
    StoreSlot: imms [Shape, Index], args [OBJECT, OBJECT], results [],
        flow Next, steals [Never, Always], from Uncounted, reads NONE, writes Memory::SLOTS, can DROP, exit None;
    /// Adds `b` as the attribute in this slot to an instance of the first shape, which gets the second.
    AddSlot: imms [Shape, Shape, Index], args [OBJECT, OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [Never, Always], from Uncounted, reads NONE, writes Memory::SLOTS.or(Memory::SHAPES), can MAKE, exit None;

    // Names.

    /// The global variable or built-in of this name; NameError if there is none.
    LoadGlobal: imms [Name], args [], results [opt(Type::OBJECT)],
        flow Next, steals [], from In(Memory::GLOBALS), reads Memory::GLOBALS, writes NONE, can RAISE, exit None;
    /// The same, from a cell that is filled while the name is watched.
    LoadGlobalCached: imms [Name], args [], results [Is(Type::OBJECT)],
        flow Next, steals [], from In(Memory::GLOBALS), reads Memory::GLOBALS, writes NONE, can NOTHING, exit Guard;
    /// Binds the global variable.
    StoreGlobal: imms [Name], args [OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [Always], from Uncounted, reads NONE, writes Memory::GLOBALS.or(Memory::DICT_ITEMS), can MAKE.or(DROP), exit None;
    /// Unbinds the global variable; NameError if there is none.
    DelGlobal: imms [Name], args [], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads NONE, writes Memory::GLOBALS.or(Memory::DICT_ITEMS), can RAISE.or(DROP), exit None;
    /// The name in namespace `a`, or the global or built-in.
    LoadName: imms [Name], args [OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// Binds the name in namespace `a` to `b`.
    StoreName: imms [Name], args [OBJECT, OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// Unbinds the name in namespace `a`.
    DelName: imms [Name], args [OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// The name in mapping `a`, or the contents of cell `b`.
    LoadNameOrCell: imms [Name], args [OBJECT, CELL], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// Binds every public name of module `a` in namespace `b`, or in the globals if `b` is empty.
    ImportStar: imms [], args [OBJECT, OPT_OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// The module of this name at this level, with the names to import from it in `a`.
    ImportName: imms [Name, Index], args [OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// The name in module `a`.
    ImportFrom: imms [Name], args [OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// A built-in class that cannot be rebound, by its name.
    LoadBuiltin: imms [Name], args [], results [Is(Type::IMMORTAL_CLASS)],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// The function that makes classes.
    LoadBuildClass: imms [], args [], results [opt(Type::OBJECT)],
        flow Next, steals [], from In(Memory::GLOBALS), reads Memory::GLOBALS, writes NONE, can RAISE, exit None;

    // Cells.

    /// The cell of this number that the function was made with.
    ClosureCell: imms [Index], args [FUNCTION], results [Is(Type::CELL)],
        flow Next, steals [], from Part(0), reads NONE, writes NONE, can NOTHING, exit None;
    /// A new cell that holds the operand, or nothing.
    MakeCell: imms [], args [OPT_OBJECT], results [opt(Type::CELL)],
        flow Next, steals [Always], from New, reads NONE, writes NONE, can MAKE, exit None;
    /// What the cell holds; empty if nothing.
    LoadCell: imms [], args [CELL], results [Is(Type::OPT_OBJECT)],
        flow Next, steals [], from Item(0, Memory::CELLS), reads Memory::CELLS, writes NONE, can NOTHING, exit None;
    /// Puts `b`, or nothing, into cell `a`.
    StoreCell: imms [], args [CELL, OPT_OBJECT], results [],
        flow Next, steals [Never, Always], from Uncounted, reads NONE, writes Memory::CELLS, can DROP, exit None;

    // Items.

    /// `a[b]`.
    GetItem: imms [], args [OBJECT, OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `a[b] = c`.
    SetItem: imms [], args [OBJECT, OBJECT, OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `del a[b]`.
    DelItem: imms [], args [OBJECT, OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `a[b:c]`.
    GetSlice: imms [], args [OBJECT, OBJECT, OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `a[b:c] = d`.
    SetSlice: imms [], args [OBJECT, OBJECT, OBJECT, OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// The slice object of start, stop and, if there is a third, step.
    MakeSlice: imms [], args [OBJECT, OBJECT; rest OBJECT], results [opt(Type::SLICE)],
        flow Next, steals [Always], from New, reads NONE, writes NONE, can MAKE, exit None;
    /// The item of list `a` at `b`, counted from the end if negative, if there is one.
    ListGet: imms [], args [LIST_EXACT, SMALL_INT], results [Is(Type::OBJECT)],
        flow Next, steals [], from Item(0, Memory::LIST_ITEMS), reads Memory::LIST_ITEMS, writes NONE, can NOTHING, exit Guard;
    /// Replaces the item of list `a` at `b` by `c`, if there is one.
    ListSet: imms [], args [LIST_EXACT, SMALL_INT, OBJECT], results [],
        flow Next, steals [Never, Never, OnSuccess], from Uncounted, reads NONE, writes Memory::LIST_ITEMS, can DROP, exit Guard;
    /// The item of tuple `a` at `b`, counted from the end if negative, if there is one.
    TupleGet: imms [], args [TUPLE_EXACT, SMALL_INT], results [Is(Type::OBJECT)],
        flow Next, steals [], from Part(0), reads NONE, writes NONE, can NOTHING, exit Guard;
    /// The item of this number of a tuple that is known to be longer.
    TupleItem: imms [Index], args [TUPLE_EXACT], results [Is(Type::OBJECT)],
        flow Next, steals [], from Part(0), reads NONE, writes NONE, can NOTHING, exit None;
    /// The length of a list.
    ListLen: imms [], args [LIST_EXACT], results [Is(Type::SMALL_INT)],
        flow Next, steals [], from Uncounted, reads Memory::LIST_ITEMS, writes NONE, can NOTHING, exit None;

    // Iteration.

    /// `iter(a)`.
    GetIter: imms [], args [OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `next(a)`: an item, or the end, or nothing if an exception is pending.
    IterNext: imms [], args [OBJECT], results [Is(Type::ITER_RESULT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `iter(range(a, b, c))`; `c` is not zero.
    NewRangeIter: imms [], args [SMALL_INT, SMALL_INT, SMALL_INT], results [opt(Type::ITERATOR)],
        flow Next, steals [], from New, reads NONE, writes NONE, can MAKE, exit None;
    /// The next number of an iterator that `NewRangeIter` made, or the end.
    RangeNext: imms [], args [ITERATOR], results [Is(Type::SMALL_INT.union(Type::ITER_DONE))],
        flow Next, steals [], from Uncounted, reads Memory::ITERATORS, writes Memory::ITERATORS, can NOTHING, exit None;
    /// The items of iterable `a`, exactly as many as the number, as a tuple.
    Unpack: imms [Index], args [OBJECT], results [TupleOfLen],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// The items of iterable `a` as a tuple: the first number of them, a list of the rest, the last second number.
    UnpackEx: imms [Index, Index], args [OBJECT], results [TupleOfLen],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;

    // Making objects.

    /// An instance of the class, without attributes, of this shape.
    NewInstance: imms [Shape], args [OBJECT], results [Within(Type::INSTANCE.or_null())],
        flow Next, steals [], from New, reads NONE, writes NONE, can MAKE, exit OptionalError;
    /// A tuple of the operands.
    MakeTuple: imms [], args [; rest OBJECT], results [opt(Type::TUPLE_EXACT)],
        flow Next, steals [Always], from New, reads NONE, writes NONE, can MAKE, exit None;
    /// A list of the operands.
    MakeList: imms [], args [; rest OBJECT], results [opt(Type::LIST_EXACT)],
        flow Next, steals [Always], from New, reads NONE, writes NONE, can MAKE, exit None;
    /// An empty set.
    MakeSet: imms [], args [], results [opt(Type::SET_EXACT)],
        flow Next, steals [], from New, reads NONE, writes NONE, can MAKE, exit None;
    /// An empty dict.
    MakeDict: imms [], args [], results [opt(Type::DICT_EXACT)],
        flow Next, steals [], from New, reads NONE, writes NONE, can MAKE, exit None;
    /// The strings joined.
    MakeString: imms [], args [; rest OBJECT], results [opt(Type::STR)],
        flow Next, steals [], from New, reads NONE, writes NONE, can MAKE, exit None;
    /// Appends `b` to list `a`.
    ListAppend: imms [], args [LIST_EXACT, OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [Never, Always], from Uncounted, reads NONE, writes Memory::LIST_ITEMS, can MAKE, exit None;
    /// Appends the items of iterable `b` to list `a`.
    ListExtend: imms [], args [LIST_EXACT, OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// A tuple of the items of list `a`.
    ListToTuple: imms [], args [LIST_EXACT], results [opt(Type::TUPLE_EXACT)],
        flow Next, steals [], from New, reads Memory::LIST_ITEMS, writes NONE, can MAKE, exit None;
    /// Adds `b` to set `a`.
    SetAdd: imms [], args [SET_EXACT, OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// Adds the items of iterable `b` to set `a`.
    SetUpdate: imms [], args [SET_EXACT, OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `a[b] = c` in dict `a`.
    DictSet: imms [], args [DICT_EXACT, OBJECT, OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// Updates dict `a` from mapping `b`.
    DictUpdate: imms [], args [DICT_EXACT, OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// Merges mapping `b` into keyword dict `a` for a call of `c`; a repeated key is an error.
    DictMerge: imms [], args [DICT_EXACT, OBJECT, OBJECT], results [Is(Type::C_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `str(a)`, `repr(a)` or `ascii(a)`, for 1, 2, 3.
    Convert: imms [Index], args [OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `format(a, b)`; `format(a, "")` without `b`.
    Format: imms [], args [OBJECT; rest OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// A function of the code in the constant table; the second number says which of defaults (1), keyword defaults (2),
    /// annotations (4) and closure (8) are the operands.
    MakeFunction: imms [Index, Index], args [; rest OBJECT], results [opt(Type::FUNCTION)],
        flow Next, steals [Always], from New, reads NONE, writes NONE, can MAKE, exit None;

    // Calls.

    /// `a(…)` with the further operands as arguments.
    Call: imms [], args [OBJECT; rest OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// As `Call`, of a function of the code with this number, with exactly the arguments that the code takes.
    CallDirect: imms [Index], args [FUNCTION; rest OBJECT], results [Within(Type::OPT_OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit OptionalError;
    /// As `Call`, of any function, with exactly the arguments that it takes.
    CallFunction: imms [], args [FUNCTION; rest OBJECT], results [Within(Type::OPT_OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit OptionalError;
    /// As `Call`, after `LoadMethod`: `b` is the receiver or empty.
    CallMethod: imms [], args [OBJECT, OPT_OBJECT; rest OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// As `Call`, the last arguments being keywords with these names.
    CallKw: imms [Const], args [OBJECT; rest OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// As `CallMethod`, the last arguments being keywords with these names.
    CallMethodKw: imms [Const], args [OBJECT, OPT_OBJECT; rest OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `a(*b, **c)`; `c` may be empty.
    CallEx: imms [], args [OBJECT, OBJECT, OPT_OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;
    /// Calls the host's function. Its signature is the contract.
    CallNative: imms [Native], args [; rest TOP], results [OfNative],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit OptionalError;

    // Exceptions.

    /// `raise a`: makes an exception pending.
    Raise: imms [], args [OBJECT], results [],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING_BUT_RAISE, exit None;
    /// `raise a from b`: makes an exception pending.
    RaiseFrom: imms [], args [OBJECT, OBJECT], results [],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING_BUT_RAISE, exit None;
    /// `raise`: makes the exception being handled pending, or a RuntimeError.
    RaiseAgain: imms [], args [], results [],
        flow Next, steals [], from Uncounted, reads Memory::EXCEPTIONS, writes Memory::EXCEPTIONS, can ALLOC, exit None;
    /// Makes `a` pending, without a new traceback entry.
    Reraise: imms [], args [OBJECT], results [],
        flow Next, steals [Always], from Uncounted, reads NONE, writes Memory::EXCEPTIONS, can NOTHING, exit None;
    /// The pending exception, which is no longer pending, with an entry in its traceback for the bytecode instruction of this number.
    TakeExc: imms [Index], args [], results [Is(Type::EXCEPTION)],
        flow Next, steals [], from New, reads Memory::EXCEPTIONS, writes Memory::EXCEPTIONS, can ALLOC, exit None;
    /// Makes `a` the exception being handled; the result is the one handled before, or None.
    PushExc: imms [], args [OBJECT], results [Is(Type::OBJECT)],
        flow Next, steals [], from New, reads Memory::EXCEPTIONS, writes Memory::EXCEPTIONS, can NOTHING, exit None;
    /// Makes `a`, an exception or None, the exception being handled.
    PopExc: imms [], args [OBJECT], results [],
        flow Next, steals [Always], from Uncounted, reads NONE, writes Memory::EXCEPTIONS, can DROP, exit None;
    /// Whether exception `a` matches the class or tuple `b`.
    ExcMatch: imms [], args [OBJECT, OBJECT], results [Is(Type::OPT_BOOL)],
        flow Next, steals [], from Uncounted, reads ALL, writes ALL, can ANYTHING, exit None;
    /// `a(type(b), b, traceback of b)`.
    WithExitExc: imms [], args [OBJECT, OBJECT], results [opt(Type::OBJECT)],
        flow Next, steals [], from New, reads ALL, writes ALL, can ANYTHING, exit None;

    // Reference counts.

    /// The place where the interpreter drops a reference: a variable rebound or deleted, a temporary consumed, a scope left. Insertion
    /// turns it into a release, a move, or nothing.
    EndLife: imms [], args [TOP], results [],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Takes a reference.
    Incref: imms [], args [TOP], results [],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Takes a reference, if there is an object.
    XIncref: imms [], args [TOP], results [],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can NOTHING, exit None;
    /// Releases a reference.
    Decref: imms [], args [TOP], results [],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can DROP, exit None;
    /// Releases a reference, if there is an object.
    XDecref: imms [], args [TOP], results [],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can DROP, exit None;
    /// Releases a reference of each operand, first to last; operands may be missing.
    BatchDecref: imms [], args [; rest TOP], results [],
        flow Next, steals [], from Uncounted, reads NONE, writes NONE, can DROP, exit None;
}

const ANYTHING_BUT_RAISE: Can = Can::ALLOC.or(Can::RUN).or(Can::DROP);

impl Type {
    /// `True` and `False`, known immortal.
    pub const IMMORTAL_BOOL: Type = Type::BOOL.only_immortal();
    /// `True`, `False`, or nothing.
    pub const OPT_BOOL: Type = Type::IMMORTAL_BOOL.or_null();
    /// A built-in class.
    pub const IMMORTAL_CLASS: Type = Type::CLASS.only_immortal();
    /// What exact integer arithmetic gives.
    pub const OPT_NUMBER: Type = Type::INT_EXACT.union(Type::FLOAT_EXACT).or_null();
}

impl Opcode {
    /// The name in the text.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether it ends a block.
    pub fn is_terminator(self) -> bool {
        matches!(self.info().flow, Flow::Ends(_))
    }

    /// Whether its result is its operand: the copies of a value are one reference.
    pub fn is_copy(self) -> bool {
        matches!(self.info().contract.origin, Origin::Copy(_))
    }

    /// Whether it is a reference count operation, which only refcount insertion makes.
    pub fn is_counting(self) -> bool {
        use Opcode::*;
        matches!(self, Incref | XIncref | Decref | XDecref | BatchDecref)
    }
}

impl std::fmt::Display for Opcode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

macro_rules! operators {
    ($(#[doc = $doc:literal])+ $ty:ident { $($name:ident $text:literal)+ }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum $ty { $($name),+ }

        impl $ty {
            /// All of them.
            pub const ALL: &'static [$ty] = &[$($ty::$name),+];

            /// The name in the text.
            pub fn name(self) -> &'static str {
                match self { $($ty::$name => $text),+ }
            }

            /// The operator of this name.
            pub fn named(text: &str) -> Option<$ty> {
                match text { $($text => Some($ty::$name),)+ _ => None }
            }
        }
    };
}

operators! {
    /// Arithmetic operators.
    BinOp {
        Add "add" Sub "sub" Mul "mul" TrueDiv "truediv" FloorDiv "floordiv" Mod "mod" Pow "pow" LShift "lshift" RShift "rshift"
        And "and" Or "or" Xor "xor" MatMul "matmul"
    }
}

impl BinOp {
    /// What the instructions on machine integers and small integers can do.
    pub const OF_WORDS: &'static [BinOp] = &[
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::FloorDiv,
        BinOp::Mod,
        BinOp::LShift,
        BinOp::RShift,
        BinOp::And,
        BinOp::Or,
        BinOp::Xor,
    ];
    /// What `DoubleBinary` can do.
    pub const OF_DOUBLES: &'static [BinOp] = &[BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::TrueDiv];
}

operators! {
    /// Unary operators.
    UnOp { Neg "neg" Pos "pos" Invert "invert" Not "not" }
}

operators! {
    /// Comparisons.
    CmpOp { Lt "lt" Le "le" Eq "eq" Ne "ne" Gt "gt" Ge "ge" }
}
