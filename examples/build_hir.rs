//! Builds a function by hand, lets Tally place its reference counts, proves them right, and runs it on an abstract heap.
//!
//! The function is of an imaginary language with an event queue:
//!
//! ```text
//! def handle(queue):
//!     event = first item of queue        # borrowed from the queue
//!     topic = the host's current topic   # borrowed from memory of the host
//!     if event is None: return topic
//!     notify(event)                      # may run anything
//!     return (topic, wrap(event))        # `wrap` takes the reference over
//! ```
//!
//! What `notify` runs may empty the queue and change the topic, so both need references of their own across the call, and
//! only there: on the way out for `None` nothing is counted but what is returned.

use std::error::Error;
use tally::hir::{
    self, Can, Constant, FrameId, Function, FunctionBuilder, Memory, NativeId, NativeSig, Origin, Steal, Type,
};
use tally::hir_commands::outcome_text;

/// The host's functions. A signature is a promise about machine code that HIR cannot look into.
struct Natives {
    first: NativeId,
    topic: NativeId,
    notify: NativeId,
    wrap: NativeId,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut function = build()?;
    println!("Before:\n\n{function}");
    hir::refcount::insert(&mut function)?;
    println!("After:\n\n{function}");
    check(&function)
}

fn declare(b: &mut FunctionBuilder) -> Result<Natives, hir::BuildError> {
    let object = Some(Type::OBJECT);
    // An item of the argument: alive while the list is, and while nothing writes items of lists.
    let first = NativeSig::new("first", &[Type::LIST_EXACT], object)
        .origin(Origin::Item(0, Memory::LIST_ITEMS))
        .effects(Memory::LIST_ITEMS, Memory::NONE, Can::NOTHING);
    // Something in memory of the host: alive while nothing writes that.
    let topic = NativeSig::new("topic", &[], object).origin(Origin::Memory(Memory::HOST)).effects(
        Memory::HOST,
        Memory::NONE,
        Can::NOTHING,
    );
    // The safe assumption, without any promise: a new reference, and anything may happen.
    let notify = NativeSig::new("notify", &[Type::OBJECT], object);
    // Takes the reference of its argument, unless it fails.
    let wrap = NativeSig::new("wrap", &[Type::OBJECT], object).steal(0, Steal::OnSuccess).effects(
        Memory::NONE,
        Memory::NONE,
        Can::RAISE.or(Can::ALLOC),
    );
    Ok(Natives {
        first: b.declare_native(first)?,
        topic: b.declare_native(topic)?,
        notify: b.declare_native(notify)?,
        wrap: b.declare_native(wrap)?,
    })
}

fn build() -> Result<Function, Box<dyn Error>> {
    let mut b = FunctionBuilder::new("handle");
    let natives = declare(&mut b)?;
    let (entry, nothing, something) = (b.create_block()?, b.create_block()?, b.create_block()?);

    b.switch_to_block(entry)?;
    let queue = b.load_arg(0, Type::LIST_EXACT)?;
    let event = call(&mut b, natives.first, &[queue], None)?;
    let topic = call(&mut b, natives.topic, &[], None)?;
    let none = b.const_(Constant::None)?;
    let is_none = b.is(event, none)?;
    b.cond_branch(is_none, nothing, something)?;

    b.switch_to_block(nothing)?;
    b.return_(topic)?;

    b.switch_to_block(something)?;
    // What the interpreter's registers hold if an instruction fails. It no longer needs the event after `wrap`.
    let failed = b.frame("handle", 3, &[Some(queue), Some(event), Some(topic)])?;
    let failed_later = b.frame("handle", 4, &[Some(queue), None, Some(topic)])?;
    // Without an exit of its own, failure shows as an empty result, to be tested.
    let reply = call(&mut b, natives.notify, &[event], None)?;
    b.check_exc(reply, failed)?;
    let wrapped = call(&mut b, natives.wrap, &[event], Some(failed))?;
    let pair = b.make_tuple(&[topic, wrapped])?;
    let pair = b.check_exc(pair, failed_later)?;
    b.return_(pair)?;
    Ok(b.finish()?)
}

/// Calls a native that has a result.
fn call(
    b: &mut FunctionBuilder,
    native: NativeId,
    args: &[hir::ValueId],
    exit: Option<FrameId>,
) -> Result<hir::ValueId, Box<dyn Error>> {
    b.call_native(native, args, exit)?.ok_or_else(|| "the native has no result".into())
}

/// Proves the counts on every path, then runs the function where natives do whatever their contracts allow.
fn check(function: &Function) -> Result<(), Box<dyn Error>> {
    match hir::verify_refcounts(function) {
        Ok(()) => println!("The refcount verifier finds nothing wrong.\n"),
        Err(errors) => return Err(format!("{errors:?}").into()),
    }
    let outcome = hir::interp::run(function, &hir::interp::Options::new(3))?;
    println!("In the checked interpreter, with seed 3:\n{}", outcome_text(&outcome));
    let stats = hir::interp::run_all(function, 0..1000).map_err(|(_, trap)| trap)?;
    println!("1000 seeds without a trap: {} returned, {} left by an exit.", stats.returns, stats.exits);
    Ok(())
}
