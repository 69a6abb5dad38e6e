//! What the verifier finds.

use super::Rule;
use crate::text::{self, Place, Position, SourceMap};
use crate::{BlockId, Function, InstId};
use thiserror::Error;

/// A rule that does not hold, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{rule}: {message}{context}")]
#[non_exhaustive]
pub struct VerifyError {
    /// The rule.
    pub rule: Rule,
    /// Where.
    pub place: Place,
    /// The block, if it is in one.
    pub block: Option<BlockId>,
    /// What is wrong there.
    pub message: String,
    /// The block and the instruction's text, on a line of their own.
    context: String,
}

/// Longest text of an instruction that a message shows.
const SHOWN: usize = 160;

/// Whether everything in the instruction's text is the function's.
fn is_printable(func: &Function, inst: InstId) -> bool {
    let data = func.inst(inst);
    data.imms.iter().all(|&imm| func.has_imm(imm))
        && data.results.iter().all(|&result| func.get_value(result).is_some())
}

impl VerifyError {
    pub(super) fn new(func: &Function, rule: Rule, place: Place, message: String) -> VerifyError {
        let block = match place {
            Place::Block(block) | Place::Claims(block) => Some(block),
            Place::Inst(inst) => func.block_of(inst),
            Place::Function | Place::Native(_) | Place::Frame(_) => None,
        };
        let mut context = match (place, block) {
            (Place::Inst(inst), Some(block)) if is_printable(func, inst) => {
                format!("\n  in {block}: {}", text::display_inst(func, inst))
            }
            (_, Some(block)) => format!("\n  in {block}"),
            _ => String::new(),
        };
        if let Some((cut, _)) = context.char_indices().nth(SHOWN) {
            context.truncate(cut);
            context.push('…');
        }
        VerifyError { rule, place, block, message, context }
    }

    /// The instruction, if it is one's error.
    pub fn inst(&self) -> Option<InstId> {
        match self.place {
            Place::Inst(inst) => Some(inst),
            _ => None,
        }
    }

    /// Where it is in the text that `map` is of: its place, or the function's beginning if that is not in the text.
    pub fn position(&self, map: &SourceMap) -> Position {
        let at = map.position(self.place).or_else(|| map.position(Place::Function));
        at.unwrap_or(Position { line: 1, column: 1 })
    }

    /// The error as one line, its line and column first; under it the line of `source` with a caret.
    pub fn report(&self, source: &str, map: &SourceMap) -> String {
        let at = self.position(map);
        format!("{at}: {}: {}\n{}", self.rule, self.message, text::caret(source, at))
    }
}
