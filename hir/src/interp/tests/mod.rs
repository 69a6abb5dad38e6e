//! Tests of the checked interpreter.

mod arithmetic;
mod comparison;
mod corpus;
mod random;
mod semantics;
mod traps;

use super::*;
use crate::text::parse_one;

/// The only function in a text, in which blocks may share lines.
fn function(text: &str) -> Function {
    let text = text.replace(" }", "\n}").replace("} bb", "}\nbb").replace("{ ", "{\n");
    parse_one(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The outcome of every seed.
fn outcomes(func: &Function, options: impl Fn(u64) -> Options, seeds: Range<u64>) -> Vec<Outcome> {
    seeds.map(|seed| run(func, &options(seed)).unwrap_or_else(|trap| panic!("{trap}\n{func}"))).collect()
}
