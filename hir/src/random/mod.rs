//! Random functions, valid by construction: the food of property tests, fuzz targets and benchmarks.
//!
//! The generator plays a compiler of a small structured language. It keeps what an interpreter would have at each place: *variables*,
//! and a *pool* of temporaries. From these it takes operands, frame states and phi inputs; what leaves them gets an `EndLife`, as the interpreter
//! would drop it there. Branches, loops, and handlers of exceptions are regions with one place to go on behind them, to which
//! any number of edges lead ([`Join`](state::Join)). Single instructions come from the opcode table: operands of the types it
//! asks for, results by its rules, a check where it says that the instruction may fail.
//!
//! What is random is asked of a source of [`Choices`]: a seed, or the bytes of a fuzzer.

mod again;
mod choices;
mod control;
mod handlers;
mod natives;
mod operands;
mod ops;
mod state;

pub use choices::{Bytes, Choices, Xorshift};

use crate::{Function, Opcode, World};

/// What random functions are to look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// About how many instructions.
    pub insts: usize,
    /// How deep branches, loops and handlers nest at most.
    pub nesting: usize,
    /// About how many temporaries are there at one time.
    pub live: usize,
    /// The world the function is made for.
    pub world: World,
    /// Instructions that do not occur, among those that may stand anywhere.
    pub without: &'static [Opcode],
}

impl Default for Shape {
    fn default() -> Self {
        Shape { insts: 60, nesting: 3, live: 10, world: World::Quiet, without: &[] }
    }
}

impl Shape {
    /// The default with about so many instructions.
    pub fn with_insts(insts: usize) -> Shape {
        Shape { insts, ..Shape::default() }
    }

    /// With this world.
    pub fn in_world(self, world: World) -> Shape {
        Shape { world, ..self }
    }
}

/// The function of a seed: the same for the same seed and shape.
pub fn function(seed: u64, shape: &Shape) -> Function {
    from_choices(&mut Xorshift::new(seed), shape)
}

/// A function from a fuzzer's bytes, its shape included. Any bytes will do; few bytes give a small function.
pub fn from_bytes(bytes: &[u8]) -> Function {
    let mut choices = Bytes::new(bytes);
    let world = if choices.chance(1, 2) { World::Observing } else { World::Quiet };
    let shape = Shape {
        insts: bytes.len().min(2000) / 2 + choices.below(8) as usize,
        nesting: choices.below(5) as usize,
        live: 2 + choices.below(16) as usize,
        world,
        without: &[],
    };
    from_choices(&mut choices, &shape)
}

/// A function from any source of choices.
pub fn from_choices(choices: &mut dyn Choices, shape: &Shape) -> Function {
    state::Generator::new(choices, *shape).run()
}
