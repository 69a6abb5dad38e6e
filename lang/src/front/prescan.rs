//! A look at the tokens before anything recursive runs: limits on nesting, warnings about literals, and
//! whether a text must be diagnosed even if Ruff's parser accepts it.

use crate::front::diagnose::escape::{inside_quotes, unknown_escape};
use crate::front::diagnose::token::{Kw, Op, T, Tok};
use crate::front::diagnose::tokenizer::Tokenizer;

/// Deepest nesting of operators that associate to the right, and of lambdas and conditional expressions.
const MAX_RIGHT: u64 = 4000;

/// What the look found.
#[derive(Debug, Default)]
pub(super) struct Prescan {
    /// The tokenizer refuses the text, or the text has what only the diagnosing reader refuses.
    pub suspect: bool,
    /// Nesting to the right is beyond what the parser takes.
    pub too_deep: bool,
    /// Upper bound on the depth of the syntax tree, from operators and trailers.
    pub depth: u64,
    /// Warnings, in order.
    pub warnings: Vec<LiteralWarning>,
}

/// A warning about a literal.
#[derive(Debug)]
pub(super) struct LiteralWarning {
    /// Byte offset of the place it is about.
    pub offset: u32,
    /// How many lines below that place CPython reports it.
    pub below: u32,
    /// The message.
    pub message: String,
}

/// Operators at one bracket level that may still be open.
#[derive(Clone, Copy, Default)]
struct Level {
    /// Signs, powers and `await`, until another binary operator.
    tight: u64,
    /// `not`, until `and` or `or`.
    nots: u64,
    /// Lambdas and conditional expressions, until a separator.
    loose: u64,
    /// Binary operators and trailers, until a comparison or a separator.
    left: u64,
}

impl Level {
    fn right(self) -> u64 {
        self.tight + self.nots + self.loose
    }
}

/// What nests, counted over all bracket levels.
#[derive(Default)]
struct Nesting {
    levels: Vec<Level>,
    right: u64,
    left: u64,
    /// Whether the token before ends an operand.
    after_operand: bool,
}

/// Looks at all tokens of `text`.
pub(super) fn prescan(text: &str) -> Prescan {
    let mut found = Prescan::default();
    let mut tokenizer = Tokenizer::new(text);
    let mut nesting = Nesting { levels: vec![Level::default()], ..Nesting::default() };
    let mut raw = Vec::new();
    loop {
        let Ok(token) = tokenizer.next_token() else {
            found.suspect = true;
            break;
        };
        if token.kind == T::End {
            break;
        }
        look_at_literal(text, token, &mut raw, &mut found);
        nesting.count(token);
        found.too_deep |= nesting.right > MAX_RIGHT;
        found.depth = found.depth.max(nesting.right + nesting.left);
    }
    let numbers = tokenizer.warnings.drain(..);
    found.warnings.extend(numbers.map(|w| LiteralWarning { offset: w.offset, below: 0, message: w.message }));
    found.warnings.sort_by_key(|w| w.offset);
    found
}

impl Nesting {
    fn count(&mut self, token: Tok) {
        let depth = usize::from(token.level) + 1;
        while self.levels.len() > depth {
            self.change(|level| *level = Level::default());
            self.levels.pop();
        }
        let after_operand = self.after_operand;
        self.change(|level| count_in(level, token.kind, after_operand));
        if self.levels.len() < depth {
            self.levels.resize(depth, Level::default());
        }
        self.after_operand = matches!(
            token.kind,
            T::Name
                | T::Number
                | T::Str
                | T::FEnd
                | T::TemplateEnd
                | T::Kw(Kw::True | Kw::False | Kw::None)
                | T::Op(Op::RPar | Op::RSqb | Op::RBrace | Op::Ellipsis)
        );
    }

    /// Changes the innermost level and keeps the sums.
    fn change(&mut self, change: impl FnOnce(&mut Level)) {
        let Some(level) = self.levels.last_mut() else { return };
        let before = *level;
        change(level);
        self.right = self.right + level.right() - before.right();
        self.left = self.left + level.left - before.left;
    }
}

fn count_in(level: &mut Level, kind: T, after_operand: bool) {
    match kind {
        T::Op(Op::Minus | Op::Plus | Op::Tilde) if !after_operand => level.tight += 1,
        T::Op(Op::DoubleStar) | T::Kw(Kw::Await) => level.tight += 1,
        T::Op(
            Op::Minus
            | Op::Plus
            | Op::Star
            | Op::Slash
            | Op::DoubleSlash
            | Op::Percent
            | Op::At
            | Op::VBar
            | Op::Amper
            | Op::Circumflex
            | Op::LeftShift
            | Op::RightShift,
        ) => (level.tight, level.left) = (0, level.left + 1),
        T::Op(Op::Dot | Op::LPar | Op::LSqb | Op::LBrace) => level.left += 1,
        T::Kw(Kw::Lambda | Kw::If) => {
            *level = Level { loose: level.loose + 1, ..Level::default() };
        }
        T::Kw(Kw::Not) => {
            *level = Level { loose: level.loose, nots: level.nots + 1, ..Level::default() };
        }
        T::Kw(Kw::And | Kw::Or) => *level = Level { loose: level.loose, ..Level::default() },
        T::Kw(Kw::In | Kw::Is | Kw::Else)
        | T::Op(Op::Less | Op::Greater | Op::LessEqual | Op::GreaterEqual | Op::EqEqual | Op::NotEqual | Op::Colon) => {
            *level = Level { loose: level.loose, nots: level.nots, ..Level::default() };
        }
        T::Op(Op::Comma | Op::Semi | Op::Equal) | T::Newline => *level = Level::default(),
        _ => {}
    }
}

fn look_at_literal(text: &str, token: Tok, raw: &mut Vec<bool>, found: &mut Prescan) {
    let slice = text.get(token.start as usize..token.end as usize).unwrap_or("");
    match token.kind {
        T::Number => {
            let decimal = slice.bytes().all(|b| b.is_ascii_digit() || b == b'_');
            found.suspect |= decimal && slice.len() > 4300;
        }
        T::Str if slice.contains('\\') => {
            let quote = slice.find(['\'', '"']).unwrap_or(0);
            let (prefix, quoted) = slice.split_at(quote);
            if !prefix.contains(['r', 'R']) {
                let body = inside_quotes(quoted);
                let at = token.start + (quote + (quoted.len() - body.len()) / 2) as u32;
                warn_of_escape(body, prefix.contains(['b', 'B']), at, found);
            }
        }
        T::FStart | T::TemplateStart => raw.push(slice.contains(['r', 'R'])),
        T::FEnd | T::TemplateEnd => {
            raw.pop();
        }
        T::FMiddle | T::TemplateMiddle if slice.contains('\\') && raw.last() == Some(&false) => {
            // An escaped brace ends the text before the replacement field.
            let next = text.as_bytes().get(token.end as usize);
            if slice.ends_with('\\') && next == Some(&b'{') {
                let escapes = slice.len() - slice.trim_end_matches('\\').len();
                if escapes % 2 == 1 {
                    let message = escape_message("\\{", false);
                    found.warnings.push(LiteralWarning { offset: token.end - 1, below: 0, message });
                }
            }
            // The lines before the escape within the text count twice: the text's own line is its last.
            let warned = found.warnings.len();
            warn_of_escape(slice, false, token.start, found);
            if let Some(warning) = found.warnings.get_mut(warned) {
                warning.below = slice.bytes().filter(|&b| b == b'\n').count() as u32;
            }
        }
        _ => {}
    }
}

fn warn_of_escape(body: &str, bytes: bool, start: u32, found: &mut Prescan) {
    if let Some(bad) = unknown_escape(body, bytes) {
        let message = escape_message(&bad.text, bad.octal);
        found.warnings.push(LiteralWarning { offset: start + bad.at as u32, below: 0, message });
    }
}

fn escape_message(text: &str, octal: bool) -> String {
    let octal = if octal { "octal " } else { "" };
    format!(
        "\"{text}\" is an invalid {octal}escape sequence. Such sequences will not work in the future. Did you \
         mean \"\\{text}\"? A raw string is also an option."
    )
}
