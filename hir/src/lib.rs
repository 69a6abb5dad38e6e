//! Tally's intermediate representation: SSA functions in which every reference is accounted for.
//!
//! - [`Function`] holds blocks, instructions, values, frame states; [`entity`] are the references to them.
//! - [`opcode`] is the one table of instructions, with types and [`contract`]s.
//! - [`ty`] is the type lattice.
//! - [`FunctionBuilder`] is how to make a function.
//! - [`analysis`]: control flow, dominators, loops, liveness.
//! - [`random`]: random functions for tests.
//! - [`interp`] is the checked interpreter: the oracle for everything that changes a function.
//! - [`mutate`]: wrong counts, to test what must find them.
//! - [`text`] is the text form.
//! - [`verify()`] proves that a function is HIR at all; [`Rule`](verify::Rule) lists what it checks.
//! - [`verify_refcounts()`] proves that a function with reference counts is balanced.

pub mod analysis;
pub mod builder;
pub mod constant;
pub mod contract;
pub mod entity;
pub mod function;
pub mod interp;
mod layout;
pub mod mutate;
pub mod opcode;
pub mod passes;
pub mod random;
pub mod refcount;
pub mod text;
pub mod ty;
pub mod typing;
mod unique;
pub mod verify;
pub mod verify_refcounts;

pub use builder::{BuildError, FunctionBuilder, Unfinished};
pub use constant::Constant;
pub use contract::{Can, Contract, Exit, Memory, NativeParam, NativeSig, Origin, Steal, World, footprint};
pub use entity::{BlockId, ConstId, Entity, EntityMap, FrameId, InstId, NameId, NativeId, TypeId, ValueId, Variable};
pub use function::{Claim, ClaimState, Cursor, FrameState, Function, Imm, InstData, RefKind, TooLarge, ValueData};
pub use opcode::{BinOp, CmpOp, Flow, ImmKind, OpInfo, Opcode, Operands, ResultRule, UnOp};
pub use ty::{Spec, Type};
pub use verify::verify;
pub use verify_refcounts::verify_refcounts;
