//! What the machine code of the tests does by itself and what by calls, and the words it is compiled with.

use crate::image::Image;
use hir::interp::{Recording, Target, Value};
use hir::{BinOp, Constant, Function, Imm, InstData, Opcode};
use jit::lower::Resolver;
use std::collections::HashMap;

/// Where the first slot of an instance is. Most are in the instance, at the same place in all; the others are the helpers'.
pub const SLOTS_AT: usize = 16;

/// The shape to which attributes are added.
const ADDED_SHAPE: u32 = 1005;

/// Where a slot of an instance is, if that is known. Adding one can only fail in a helper.
fn slot_offset(shape: u32, slot: u32, out_of_memory: bool) -> Option<i32> {
    let inside = slot % 4 != 3 && !(shape == ADDED_SHAPE && out_of_memory);
    inside.then_some(SLOTS_AT as i32 + 8 * slot as i32)
}

/// What machine code does by calls.
pub struct Calls {
    /// Whether memory may run out: an attribute is added by a helper then.
    pub out_of_memory: bool,
}

impl Target for Calls {
    fn calls(&self, _: &Function, data: &InstData, operands: &[Value]) -> bool {
        use Opcode::*;
        match data.op {
            Phi
            | Const
            | LoadArg
            | TakeArg
            | Assign
            | RefineType
            | GuardType
            | GuardIs
            | GuardShape
            | Guard
            | CheckVar
            | GuardQuiet
            | Poll
            | Deopt
            | CheckExc
            | CheckOk
            | Unwind
            | Branch
            | CondBranch
            | CondBranchPresent
            | CondBranchIterNotDone
            | CondBranchType
            | Return
            | Unreachable
            | CIntBinary
            | CIntCompare
            | DoubleBinary
            | DoubleNeg
            | DoubleCompare
            | CBoolNot
            | UnboxInt
            | BoxInt
            | IntToDouble
            | Is
            | UnboxDouble
            | BoxBool
            | IsTrue
            | IsType
            | LoadCell
            | StoreCell
            | ListGet
            | ListSet
            | TupleGet
            | TupleItem
            | ListLen
            | SmallIntBinary
            | SmallIntCompare
            | Incref
            | XIncref
            | Decref
            | XDecref
            | BatchDecref
            | EndLife => false,
            BoxDouble => {
                matches!(operands, &[Value::CDouble(bits)] if !Constant::is_word_float(f64::from_bits(bits)))
            }
            LoadSlot | StoreSlot | AddSlot => match data.imms[..] {
                [.., Imm::Shape(shape), Imm::Index(slot)] => slot_offset(shape, slot, self.out_of_memory).is_none(),
                _ => true,
            },
            _ => true,
        }
    }

    /// Divisions by −1 and long shifts of small integers are left to others.
    fn leaves(&self, _: &Function, data: &InstData, operands: &[Value]) -> bool {
        let (Opcode::SmallIntBinary, Some(&Imm::BinOp(op)), &[Value::Int(_), Value::Int(b)]) =
            (data.op, data.imms.first(), operands)
        else {
            return false;
        };
        match op {
            BinOp::FloorDiv | BinOp::Mod => b == -1,
            BinOp::LShift | BinOp::RShift => b >= 63,
            _ => false,
        }
    }
}

/// The words of one recording.
pub struct Words<'r> {
    constants: HashMap<&'r Constant, u64>,
    natives: HashMap<String, *const u8>,
    out_of_memory: bool,
}

impl<'r> Words<'r> {
    pub fn new(
        recording: &'r Recording,
        image: &Image,
        natives: HashMap<String, *const u8>,
        out_of_memory: bool,
    ) -> Words<'r> {
        let constants = recording.constants.iter().map(|(constant, value)| (constant, image.word(*value)));
        Words { constants: constants.collect(), natives, out_of_memory }
    }
}

/// The word of a name.
pub fn name_word(name: &str) -> u64 {
    let sum = name.bytes().fold(7u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    0x6000_0000_0000 | ((sum & 0xff_ffff) << 4)
}

impl Resolver for Words<'_> {
    fn constant(&self, constant: &Constant) -> Option<u64> {
        self.constants.get(constant).copied()
    }

    fn name(&self, name: &str) -> Option<u64> {
        Some(name_word(name))
    }

    /// The recordings have a call of each.
    fn in_line(&self, _: Opcode) -> bool {
        false
    }

    fn native(&self, name: &str) -> Option<*const u8> {
        self.natives.get(name).copied()
    }

    fn slot_offset(&self, shape: u32, slot: u32) -> Option<i32> {
        slot_offset(shape, slot, self.out_of_memory)
    }
}
