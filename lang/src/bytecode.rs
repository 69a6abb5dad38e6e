//! The register bytecode: what the front end produces and the interpreter executes.
//!
//! # Registers
//!
//! A frame is a window of registers. First come the *locals* in CPython's order: parameters, other
//! local variables, cell variables that are not parameters, free variables. Then come the
//! *temporaries*, used as a stack: an expression evaluated at depth `d` leaves its result in
//! temporary `d` and uses only temporaries from `d` up.
//!
//! # Ownership
//!
//! 1. A local owns its value or holds the empty word (unbound).
//! 2. A live temporary owns its value. A temporary that is not live holds the empty word or an
//!    uncounted word (a small integer or an in-word float), never a counted reference.
//! 3. An instruction *consumes* a register operand whose bit is set in [`Insn::n`] ([`USE_A`],
//!    [`USE_B`], [`USE_C`]): it releases the value after its result is computed, in CPython's
//!    order, and leaves the register empty (or uncounted). Only temporaries are consumed. Without
//!    the bit the operand is only read.
//! 4. Writing a destination register releases what it held, after the write. By rule 2 this is
//!    nothing for a temporary, so an instruction may write straight into a local: that is the
//!    local's rebinding.
//! 5. When an instruction raises, what it consumes is released too; the handler found in the
//!    exception table then releases every temporary from its depth up, highest first, and puts
//!    the exception into the temporary at that depth.
//!
//! # Calls
//!
//! A call's operands stand in consecutive temporaries and are always consumed: the callable at
//! `base`, then the arguments. A Python callee's register window begins at the first argument, so
//! that arguments are passed without being copied.

use std::fmt;
use std::sync::Arc;

/// Operand `a` is consumed.
pub const USE_A: u8 = 1;
/// Operand `b` is consumed.
pub const USE_B: u8 = 2;
/// Operand `c` is consumed.
pub const USE_C: u8 = 4;
/// Arithmetic: the in-place form (`+=`), which tries `__iadd__` first.
pub const INPLACE: u8 = 8;
/// Conditional jumps: jump when the condition holds (otherwise: when it does not).
pub const IF_TRUE: u8 = 16;
/// `Is`, `Contains` and their jumps: the negated operator (`is not`, `not in`).
pub const NEGATE: u8 = 32;
/// `Clear`: the register becomes the variable of a comprehension (see [`Op::Clear`]).
pub const VARIABLE: u8 = 64;

/// One instruction: sixteen bytes, fixed width.
///
/// `d` is a constant index, an absolute jump target (an instruction index) or a number; `e` is an index
/// into the code's inline-cache sites or, for arithmetic, comparisons, jumps and back edges, the
/// instruction's own feedback word, which starts at zero: operand kinds in the low three bits, and for conditional
/// jumps how often they were taken and not.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Insn {
    /// The operation.
    pub op: Op,
    /// Flags: the constants above, or a small number the operation documents.
    pub n: u8,
    /// Usually the destination register.
    pub a: u16,
    /// A register, or as documented.
    pub b: u16,
    /// A register, a name index, an immediate, or as documented.
    pub c: u16,
    /// Constant index, jump target or number.
    pub d: u32,
    /// Site index or feedback word.
    pub e: u32,
}

impl Insn {
    /// An instruction with only register fields; set the others with struct update syntax.
    pub const fn new(op: Op, a: u16, b: u16, c: u16) -> Insn {
        Insn { op, n: 0, a, b, c, d: 0, e: 0 }
    }
}

/// What a field of an instruction means, for printing and for tools that walk operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// `a`: destination register.
    Dst,
    /// `a` read as a register.
    A,
    /// `b` read as a register.
    B,
    /// `c` read as a register.
    C,
    /// `a`: first of the consecutive destination registers.
    DstBase,
    /// `b`: first of consecutive consumed registers.
    Base,
    /// `c`: a count.
    Count,
    /// `c`: a signed 16-bit immediate.
    Imm,
    /// `c`: an index into the code's names.
    Name,
    /// `d`: an index into the code's constants.
    Const,
    /// `d`: an absolute jump target.
    Target,
    /// `d`: a number.
    Number,
    /// `d`: a register that holds a cell.
    Cell,
    /// `n`: a small number.
    Small,
    /// `e`: an inline-cache site.
    Site,
    /// `e`: a feedback word.
    Feedback,
}

macro_rules! opcodes {
    ($( $(#[doc = $doc:literal])+ $name:ident [$($field:ident)*] )+) => {
        /// The operations. Fields not named by an operation are zero.
        #[repr(u8)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Op { $( $(#[doc = $doc])+ $name, )+ }

        impl Op {
            /// Every operation, in declaration order.
            pub const ALL: &'static [Op] = &[$(Op::$name),+];
            /// The operation's name as it is printed.
            pub fn name(self) -> &'static str {
                match self { $(Op::$name => stringify!($name),)+ }
            }
            /// What the operation's fields mean.
            pub fn fields(self) -> &'static [Field] {
                match self { $(Op::$name => &[$(Field::$field),*],)+ }
            }
        }
    };
}

opcodes! {
    /// Does nothing.
    Nop []
    /// `a = consts[d]`.
    LoadConst [Dst Const]
    /// `a = b`; moves when `b` is consumed, copies otherwise.
    Move [Dst B]
    /// Releases `a` and leaves it empty: the end of a temporary, or of a local named by `except … as`. With
    /// VARIABLE, temporary `a` (empty or uncounted) becomes a comprehension's variable: until the next `Clear` or
    /// `MakeCell` of it, it is used as a local is: it may be empty, is written many times, is never consumed.
    Clear [A]
    /// Raises UnboundLocalError, naming `names[c]`, if `a` (a local or a comprehension's variable) is empty.
    CheckBound [A Name]
    /// Unbinds local `a`; raises UnboundLocalError if it is empty.
    DelFast [A]

    /// Wraps the value in `a` (or nothing) in a new cell, in place.
    MakeCell [A]
    /// `a = contents of cell b`; if it is empty, NameError when `b` is a free variable, UnboundLocalError otherwise,
    /// naming `names[c]`. The cell may be a local or, for a comprehension's variable, a temporary.
    LoadDeref [Dst B Name]
    /// `contents of cell a = b`.
    StoreDeref [A B]
    /// Empties cell `a`; an error, as `LoadDeref`'s, if it is empty already.
    DelDeref [A Name]
    /// In a class body whose namespace is local 0: `a = namespace[names[c]]`, or else the contents of cell `b`.
    LoadClassDeref [Dst B Name]
    /// In a lazily evaluated annotation of a class: `a = b[names[c]]` where `b` is the class's namespace (any
    /// mapping), or else as `LoadGlobal`.
    LoadDictOrGlobal [Dst B Name]
    /// As `LoadDictOrGlobal`, falling back to the contents of the cell in register `d`.
    LoadDictOrDeref [Dst B Name Cell]

    /// `a = globals[names[c]]`, or else the built-in of that name, or NameError.
    LoadGlobal [Dst Name Site]
    /// `globals[names[c]] = b`.
    StoreGlobal [B Name Site]
    /// `del globals[names[c]]`, or NameError.
    DelGlobal [Name]
    /// Class bodies and `exec`: look in the namespace in local 0, then globals, then built-ins.
    LoadName [Dst Name]
    /// `namespace[names[c]] = b`, the namespace being in local 0.
    StoreName [B Name]
    /// `del namespace[names[c]]`, or NameError.
    DelName [Name]

    /// `a = b.names[c]`.
    LoadAttr [Dst B Name Site]
    /// `a.names[c] = b`.
    StoreAttr [A B Name Site]
    /// `del a.names[c]`.
    DelAttr [A Name]
    /// Prepares a method call: `a` = the function and `a+1` = `b` when `b.names[c]` is a method found in the
    /// class; otherwise `a` = the attribute and `a+1` is empty. Arguments go to `a+2` and up; then `CallMethod`.
    LoadMethod [DstBase B Name Site]
    /// `a = super(b+1, b+2).names[c]` where `b` is what the name `super` gave; consumes the three registers from `b`.
    LoadSuperAttr [Dst Base Name Site]
    /// As `LoadMethod`, for `super().name(…)`; consumes the three registers from `b` (`a` may equal `b`).
    LoadSuperMethod [DstBase Base Name Site]

    /// `a = b[c]`.
    GetItem [Dst B C Feedback]
    /// `a[b] = c`.
    SetItem [A B C Feedback]
    /// `del a[b]`.
    DelItem [A B]
    /// `a = b[c:c+1]` (start and stop in `c` and `c+1`, None where absent; both consumed).
    GetSlice [Dst B C]
    /// `a[c:c+1] = b` (start and stop in `c` and `c+1`, both consumed).
    SetSlice [A B C]
    /// `a = slice(b, b+1)` or, when `c` is 3, `slice(b, b+1, b+2)`.
    BuildSlice [Dst Base Count]

    /// `a = b + c`.
    Add [Dst B C Feedback]
    /// `a = b - c`.
    Sub [Dst B C Feedback]
    /// `a = b * c`.
    Mul [Dst B C Feedback]
    /// `a = b / c`.
    TrueDiv [Dst B C Feedback]
    /// `a = b // c`.
    FloorDiv [Dst B C Feedback]
    /// `a = b % c`.
    Mod [Dst B C Feedback]
    /// `a = b ** c`.
    Pow [Dst B C Feedback]
    /// `a = b << c`.
    LShift [Dst B C Feedback]
    /// `a = b >> c`.
    RShift [Dst B C Feedback]
    /// `a = b & c`.
    And [Dst B C Feedback]
    /// `a = b | c`.
    Or [Dst B C Feedback]
    /// `a = b ^ c`.
    Xor [Dst B C Feedback]
    /// `a = b @ c`.
    MatMul [Dst B C Feedback]
    /// `a = b + immediate`.
    AddImm [Dst B Imm Feedback]
    /// `a = b - immediate`.
    SubImm [Dst B Imm Feedback]
    /// `a = b * immediate`.
    MulImm [Dst B Imm Feedback]
    /// `a = b // immediate` (the immediate is not zero).
    FloorDivImm [Dst B Imm Feedback]
    /// `a = b % immediate` (the immediate is not zero).
    ModImm [Dst B Imm Feedback]
    /// `a = b & immediate`.
    AndImm [Dst B Imm Feedback]
    /// `a = b << immediate` (0 to 62).
    LShiftImm [Dst B Imm Feedback]
    /// `a = b >> immediate` (0 to 62).
    RShiftImm [Dst B Imm Feedback]

    /// `a = -b`.
    Neg [Dst B Feedback]
    /// `a = +b`.
    Pos [Dst B]
    /// `a = ~b`.
    Invert [Dst B]
    /// `a = not b`.
    Not [Dst B]

    /// `a = b < c`.
    Lt [Dst B C Feedback]
    /// `a = b <= c`.
    Le [Dst B C Feedback]
    /// `a = b == c`.
    Eq [Dst B C Feedback]
    /// `a = b != c`.
    Ne [Dst B C Feedback]
    /// `a = b > c`.
    Gt [Dst B C Feedback]
    /// `a = b >= c`.
    Ge [Dst B C Feedback]
    /// `a = b is c` (or `is not`: NEGATE).
    Is [Dst B C]
    /// `a = b in c` (or `not in`: NEGATE).
    Contains [Dst B C]

    // A conditional jump may go backward: it is then a loop's back edge, and polls when it is taken.
    /// Goes to `d`: forward, or from a handler, which stands behind the other code, back into it.
    Jump [Target]
    /// Goes to `d`: a loop's back edge, which polls and counts turns in `e`.
    JumpBack [Target Feedback]
    /// Goes to `d` if the truth of `b` is IF_TRUE's.
    JumpIf [B Target Feedback]
    /// Goes to `d` if `b is None` is IF_TRUE's.
    JumpIfNone [B Target Feedback]
    /// Goes to `d` if `b is c` is IF_TRUE's.
    JumpIs [B C Target Feedback]
    /// Goes to `d` if `b in c` is IF_TRUE's.
    JumpContains [B C Target Feedback]
    /// Goes to `d` if the truth of `b < c` is IF_TRUE's; likewise the next five.
    JumpLt [B C Target Feedback]
    /// See `JumpLt`.
    JumpLe [B C Target Feedback]
    /// See `JumpLt`.
    JumpEq [B C Target Feedback]
    /// See `JumpLt`.
    JumpNe [B C Target Feedback]
    /// See `JumpLt`.
    JumpGt [B C Target Feedback]
    /// See `JumpLt`.
    JumpGe [B C Target Feedback]
    /// Goes to `d` if the truth of `b < immediate` is IF_TRUE's; likewise the next five.
    JumpLtImm [B Imm Target Feedback]
    /// See `JumpLtImm`.
    JumpLeImm [B Imm Target Feedback]
    /// See `JumpLtImm`.
    JumpEqImm [B Imm Target Feedback]
    /// See `JumpLtImm`.
    JumpNeImm [B Imm Target Feedback]
    /// See `JumpLtImm`.
    JumpGtImm [B Imm Target Feedback]
    /// See `JumpLtImm`.
    JumpGeImm [B Imm Target Feedback]

    /// `a = iter(b)`.
    GetIter [Dst B]
    /// `a = next(b)`; when the iterator is exhausted, releases `b` and goes to `d`. `b` is not consumed otherwise.
    ForIter [Dst B Target Site]

    /// `a = (b, b+1, …)`, `c` items.
    BuildTuple [Dst Base Count]
    /// `a = [b, b+1, …]`, `c` items.
    BuildList [Dst Base Count]
    /// `a = {b, b+1, …}`, `c` items.
    BuildSet [Dst Base Count]
    /// `a = {b: b+1, …}`, `c` pairs.
    BuildDict [Dst Base Count]
    /// `a` = the strings from `b`, `c` of them, joined (f-strings).
    BuildString [Dst Base Count]
    /// Appends `b` to the list `a`, which the compiler made.
    ListAppend [A B]
    /// Adds `b` to the set `a`, which the compiler made.
    SetAdd [A B]
    /// `a[b] = c` in the dict `a`, which the compiler made.
    DictSet [A B C]
    /// Extends the list `a` from the iterable `b` (`[*x]`).
    ListExtend [A B]
    /// Updates the set `a` from the iterable `b` (`{*x}`).
    SetUpdate [A B]
    /// Updates the dict `a` from the mapping `b` (`{**x}`).
    DictUpdate [A B]
    /// Merges the mapping `b` into the keyword dict `a`; a repeated key is a TypeError that names the callable in `c`.
    DictMerge [A B C]
    /// `a = tuple(b)`, `b` being a list the compiler made.
    ListToTuple [Dst B]
    /// Unpacks the iterable `b` into exactly `c` registers from `a`.
    Unpack [DstBase B Count]
    /// Unpacks `b`: `c` items into registers from `a`, a list of the rest into the next, the last `d` items into the next.
    UnpackEx [DstBase B Count Number]
    /// `a = str(b)`, `repr(b)` or `ascii(b)` for `n >> 6` = 1, 2, 3 (an f-string's conversion).
    Convert [Dst B Small]
    /// `a = format(b, "")` (unchanged for an exact string).
    FormatSimple [Dst B]
    /// `a = format(b, c)`.
    Format [Dst B C]

    /// `a = b(b+1, …)` with `c` arguments.
    Call [Dst Base Count Site]
    /// As `Call`, after `LoadMethod` or `LoadSuperMethod` at `b`: `b+1` is the receiver or empty, `c` arguments from `b+2`.
    CallMethod [Dst Base Count Site]
    /// As `Call`; the last arguments are keywords, named by the tuple `consts[d]`.
    CallKw [Dst Base Count Const Site]
    /// As `CallMethod`, with keywords.
    CallMethodKw [Dst Base Count Const Site]
    /// `a = b(*b+1, **b+2)`: an iterable (often a tuple), and a new dict or the empty word.
    CallEx [Dst Base Site]
    /// Leaves the function with `a`.
    Return [A]
    /// Leaves the function with `consts[d]`.
    ReturnConst [Const]
    /// Suspends the generator with `b`; `a` = what is sent in.
    Yield [Dst B]
    /// `a = ` iterator for `yield from b`.
    GetYieldFromIter [Dst B]
    /// Delegates to the iterator `b`, sending `c` (None at first; replaced by what is sent in). When it ends,
    /// releases `b` and `c`, and `a` = its value.
    YieldFrom [Dst B C]

    /// `a` = function of the code `consts[d]`. `n` says which extras stand in registers from `b`, in this order:
    /// 1 defaults tuple, 2 keyword defaults dict, 4 annotate function, 8 closure tuple; all consumed.
    MakeFunction [Dst Base Const Small]
    /// `a` = the function that builds classes: called with the body function, the name, the bases and keywords.
    LoadBuildClass [Dst]

    /// `a = import names[c]` at level `d` with the from-list in `b` (None for a plain import).
    ImportName [Dst B Name Number]
    /// `a = names[c]` from the module `b`.
    ImportFrom [Dst B Name]
    /// Binds every public name of module `b` in the current namespace (globals; with `n` 64 the namespace in local 0).
    ImportStar [B]

    /// `raise` (again the exception being handled).
    RaiseAgain []
    /// `raise a`.
    Raise [A]
    /// `raise a from b`.
    RaiseFrom [A B]
    /// A handler begins: `b` holds the caught exception; `a` = the exception handled before (or None), and `b` is now
    /// the one being handled. `b` stays where it is.
    PushExc [Dst B]
    /// A handler ends: the exception being handled is again the one in `a`, which is consumed.
    PopExc [A]
    /// `a` = whether exception `b` matches the class or tuple `c`; TypeError if `c` is not one.
    ExcMatch [Dst B C]
    /// Raises exception `a` again, consumed, without a new traceback entry.
    Reraise [A]
    /// `a` = the class AssertionError.
    LoadAssertionError [Dst]
    /// `a` = the class NotImplementedError.
    LoadNotImplementedError [Dst]

    /// Enters a context manager `b`: `a` = its bound `__exit__`, which is looked up first, `a+1` = the result of
    /// `__enter__()`.
    WithEnter [DstBase B]
    /// `a` = result of `b(None, None, None)`, `b` being what `WithEnter` gave.
    WithExit [Dst B]
    /// `a` = result of `b(type(c), c, traceback)`; neither is consumed.
    WithExitExc [Dst B C]
}

impl Op {
    /// Whether `d` is a jump target.
    pub fn has_target(self) -> bool {
        self.fields().contains(&Field::Target)
    }

    /// Whether control never goes from it to the next instruction.
    pub fn ends_flow(self) -> bool {
        matches!(
            self,
            Op::Jump
                | Op::JumpBack
                | Op::Return
                | Op::ReturnConst
                | Op::Raise
                | Op::RaiseFrom
                | Op::RaiseAgain
                | Op::Reraise
        )
    }
}

/// A position range in a source file: lines from 1, columns in bytes of UTF-8 from 0, end exclusive. Line 0 means no position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pos {
    /// First line.
    pub line: u32,
    /// Byte column of the start.
    pub col: u32,
    /// Last line.
    pub end_line: u32,
    /// Byte column just past the end.
    pub end_col: u32,
}

/// One row of the exception table. Rows are sorted by `start` and do not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// First covered instruction.
    pub start: u32,
    /// Just past the last covered instruction.
    pub end: u32,
    /// Where the handler begins.
    pub target: u32,
    /// Register of the first temporary to release; the exception is put there.
    pub depth: u16,
}

/// A constant, before it is made an object.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Const {
    None,
    True,
    False,
    Ellipsis,
    /// An integer that fits 64 bits.
    Int(i64),
    /// A larger integer: decimal digits, or `0x` and hexadecimal digits; `-` first if negative.
    BigInt(Box<str>),
    Float(f64),
    /// Text, as code points when it contains lone surrogates.
    Str(Text),
    Bytes(Box<[u8]>),
    Tuple(Box<[Const]>),
    FrozenSet(Box<[Const]>),
    Code(Arc<CodeProto>),
}

/// Text of a string constant: Rust text, or code points if it holds lone surrogates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Text {
    /// Ordinary text.
    Utf8(Box<str>),
    /// Text with at least one lone surrogate.
    Points(Box<[u32]>),
}

/// What kind of code an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// Module body: names are globals.
    Module,
    /// Body of a class: local 0 is the namespace.
    Class,
    /// An ordinary function or lambda.
    Function,
    /// A generator function or expression: calling it makes a generator, suspended before the first instruction.
    /// A StopIteration that leaves the body becomes a RuntimeError.
    Generator,
    /// Text given to `exec` or `eval`: local 0 is the namespace.
    Exec,
}

/// A compiled body, independent of any engine.
#[derive(Clone, Debug, PartialEq)]
pub struct CodeProto {
    /// The name, as in `__name__` (`<module>`, `<lambda>`).
    pub name: Box<str>,
    /// The qualified name.
    pub qualname: Box<str>,
    /// Which kind of body it is.
    pub kind: CodeKind,
    /// The file name given to the compiler.
    pub filename: Arc<str>,
    /// Line of the definition (of its first decorator, if any).
    pub first_line: u32,
    /// The docstring, if any.
    pub doc: Option<Text>,
    /// Number of positional-only parameters (counted in `arg_count` too).
    pub posonly_count: u16,
    /// Number of positional parameters.
    pub arg_count: u16,
    /// Number of keyword-only parameters; they follow the positional ones.
    pub kwonly_count: u16,
    /// Whether there is a `*args` parameter; its register follows the keyword-only ones.
    pub varargs: bool,
    /// Whether there is a `**kwargs` parameter; its register comes last of the parameters.
    pub varkw: bool,
    /// Names of the locals, one for each local register in order: parameters, locals, cells, free variables.
    pub local_names: Box<[Box<str>]>,
    /// How many of `local_names` are plain or cell locals (the rest, at the end, are free variables).
    pub nfree: u16,
    /// For each local register, whether it holds a cell (cell variables and free variables).
    pub is_cell: Box<[bool]>,
    /// Total number of registers.
    pub nregs: u16,
    /// Names used by attribute, global and import instructions.
    pub names: Box<[Box<str>]>,
    /// Constants.
    pub consts: Box<[Const]>,
    /// Instructions.
    pub code: Box<[Insn]>,
    /// Position of each instruction.
    pub positions: Box<[Pos]>,
    /// Exception table.
    pub handlers: Box<[Handler]>,
    /// Number of inline-cache sites.
    pub nsites: u32,
    /// Distinct names that the body (a method's, usually) stores on its first parameter, `self.name = …`: a hint for the instance layout.
    pub self_attrs: Box<[Box<str>]>,
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
