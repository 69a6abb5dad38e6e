//! Functions to measure with: of any size, with a number of live values that does not grow with it.

use hir::random::{self, Shape};
use hir::{BinOp, BlockId, FrameId, Function, FunctionBuilder, Type, ValueId, World};

/// How many instructions a unit of [`structured`] has.
const UNIT: usize = 27;

/// A function of about `insts` instructions: loops over an iterable, each with a branch, calls, and a variable that changes.
pub fn structured(insts: usize) -> Function {
    build(insts).expect("the builder is used as it should be")
}

fn build(insts: usize) -> Result<Function, Box<dyn std::error::Error>> {
    let mut b = FunctionBuilder::new("structured");
    let entry = b.create_block()?;
    b.switch_to_block(entry)?;
    let (callee, iterable) = (b.load_arg(0, Type::OBJECT)?, b.load_arg(1, Type::OBJECT)?);
    let total = b.declare_var(Type::OBJECT)?;
    let start = b.const_none()?;
    b.def_var(total, start)?;
    for unit in 0..insts / UNIT {
        b.set_line(1 + unit as u32);
        let before = b.use_var(total)?;
        let frame = b.frame("structured", unit as u32 * 10, &[Some(callee), Some(iterable), Some(before)])?;
        let iterator = b.get_iter(iterable)?;
        let iterator = b.check_exc(iterator, frame)?;
        let [header, body, exit] = blocks(&mut b)?;
        b.branch(header)?;
        b.switch_to_block(header)?;
        let at_top = b.use_var(total)?;
        let frame =
            b.frame("structured", unit as u32 * 10 + 1, &[Some(callee), Some(iterable), Some(at_top), Some(iterator)])?;
        b.poll(frame)?;
        let item = b.iter_next(iterator)?;
        let item = b.check_exc(item, frame)?;
        b.cond_branch_iter_not_done(item, body, exit)?;
        b.seal_block(body)?;
        b.seal_block(exit)?;
        b.switch_to_block(body)?;
        let item = b.refine_type(Type::OBJECT, item)?;
        let new = loop_body(&mut b, callee, at_top, item, frame)?;
        b.def_var(total, new)?;
        b.end_life(item)?;
        b.branch(header)?;
        b.seal_block(header)?;
        b.switch_to_block(exit)?;
        b.end_life(iterator)?;
    }
    let total = b.use_var(total)?;
    b.return_(total)?;
    Ok(b.finish()?)
}

fn blocks<const N: usize>(b: &mut FunctionBuilder) -> Result<[BlockId; N], Box<dyn std::error::Error>> {
    let made: Result<Vec<BlockId>, _> = (0..N).map(|_| b.create_block()).collect();
    Ok(made?.try_into().map_err(|_| "not as many blocks")?)
}

/// A branch on what the item is; the value of the variable behind it.
fn loop_body(
    b: &mut FunctionBuilder,
    callee: ValueId,
    total: ValueId,
    item: ValueId,
    frame: FrameId,
) -> Result<ValueId, Box<dyn std::error::Error>> {
    let [number, other, merge] = blocks(b)?;
    b.cond_branch_type(Type::SMALL_INT, item, number, other)?;
    for block in [number, other] {
        b.seal_block(block)?;
    }
    b.switch_to_block(number)?;
    let sum = b.binary_op(BinOp::Add, total, item)?;
    let sum = b.check_exc(sum, frame)?;
    b.branch(merge)?;
    b.switch_to_block(other)?;
    let pair = b.make_tuple(&[total, item])?;
    let pair = b.check_exc(pair, frame)?;
    let called = b.call(callee, &[pair, item])?;
    let called = b.check_exc(called, frame)?;
    b.end_life(pair)?;
    b.branch(merge)?;
    b.seal_block(merge)?;
    b.switch_to_block(merge)?;
    let new = b.phi(Type::OBJECT)?;
    b.add_phi_input(new, number, sum)?;
    b.add_phi_input(new, other, called)?;
    b.end_life(total)?;
    Ok(new)
}

/// A random function of about `insts` instructions.
pub fn of_generator(insts: usize, world: World) -> Function {
    random::function(1, &Shape::with_insts(insts).in_world(world))
}
