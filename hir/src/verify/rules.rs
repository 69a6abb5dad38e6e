//! The table of rules.

use std::fmt;

macro_rules! rules {
    ($( $name:ident = $number:literal $text:literal; )+) => {
        /// A rule of the verifier.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule { $( #[doc = $text] $name = $number, )+ }

        impl Rule {
            /// Every rule, by number.
            pub const ALL: &'static [Rule] = &[$(Rule::$name),+];

            /// What must hold.
            pub fn text(self) -> &'static str {
                match self { $(Rule::$name => $text),+ }
            }
        }
    };
}

rules! {
    Entry = 1 "There is a first block, and no edge goes to it.";
    Terminator = 2 "Each block ends in a terminator, and no other instruction of it is one.";
    Successors = 3 "A terminator names as many successors as its opcode has, all different and all blocks of the function. Apart from phis, nothing else names blocks.";
    PhisFirst = 4 "Phis stand before all other instructions of their block.";
    PhiInputs = 5 "A phi has one operand for each predecessor of its block, and names these in ascending order.";
    Defined = 6 "Each value is defined before it is used, on every path: operands, entries of frame states with their callers, exit references. A phi uses its operand at the end of the predecessor. Where control cannot come, and in claims, it is enough that the value is the result of an instruction.";
    Immediates = 7 "An instruction has the immediates of its opcode's row, and they refer to what belongs to the function.";
    ImmediateValues = 8 "An immediate's value is one that the instruction knows: the operators of `SmallIntBinary`, `IntBinary`, `CIntBinary` and `DoubleBinary`, 1 to 3 for `Convert`, flags below 16 for `MakeFunction` with an operand for each, names for keyword calls, no more than there are arguments. A small integer fits 63 bits.";
    OperandCount = 9 "An instruction has as many operands as its opcode's row or its native's signature says.";
    OperandTypes = 10 "The type of an operand lies within the type that the row or the signature says.";
    ResultCount = 11 "An instruction has as many results as its opcode's row or its native's signature says, and they know it as their definition.";
    ResultTypes = 12 "The type of a result contains the one that the row's rule gives, or lies within it where the maker declares it.";
    ValueTypes = 13 "No value's type has a machine kind and anything else. A known value is of its type. `Bottom` is declared only where the rule gives it.";
    Refine = 14 "`RefineType` says no more than is known: from its operand's type, from a guard or check of the operand or a copy that dominates it, or from a branch (`CondBranchPresent`, `CondBranchIterNotDone`, `CondBranchType`) on one, if an edge that dominates it is the only one into its block. A shape is known as V19 says.";
    ExitState = 15 "An instruction names a frame state if its exit needs one, and none if it has no exit. Without one it has no exit references.";
    FrameState = 16 "A frame state's entries are values of the language or machine integers, floats and truth values. A caller is older than what it calls, and there are at most 64.";
    Native = 17 "A native's signature makes sense: its name is used once; where its result comes from is a parameter it has, or nothing if there is no result or it may be counted; types are none of mixed kinds.";
    StealOnSuccess = 18 "A call of a native that steals on success only names a frame state.";
    Shape = 19 "The operand of `LoadSlot`, `StoreSlot`, `AddSlot` has the shape by its type, and by a guard or branch that dominates it, by the `AddSlot` that gave it the shape and succeeded, or by its `NewInstance`, on the same object, with no write to shapes on any path between; or by one of these on each path, but not around a loop. A phi has the shape if each operand has at the end of its predecessor; not around a loop.";
    TupleItem = 20 "The operand of `TupleItem` is of a known length, and the item is within it.";
    Arguments = 21 "`LoadArg` and `TakeArg` stand in the first block. An argument is taken once, and then not loaded.";
    Counted = 22 "`EndLife` stands only where reference counts have not been inserted; reference count operations, claims and exit references only where they have.";
}

impl Rule {
    /// The number.
    pub fn number(self) -> u8 {
        self as u8
    }
}

/// `V7`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "V{}", self.number())
    }
}
