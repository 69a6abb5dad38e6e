//! The core of the diagnosing reader: a backtracking reader over tokens.
//!
//! CPython reads a text twice when it is wrong: first plainly, then again with rules that recognise
//! mistakes. The place of a plain "invalid syntax" is the furthest token the first reading looked at; a
//! rule of the second reading wins if it matches anything. The readers in this folder therefore try
//! alternatives in the order CPython does, look no further ahead than it does, and apply their
//! mistake rules only if [`Reader::mistakes`] is set.

use super::node::{Kind, N, Node, Purpose, invalid_target};
use super::token::{Kw, Op, Problem, T, Tok, TokError};
use super::tokenizer::{Bracket, Tokenizer};
use crate::front::source::LineTable;
use crate::front::syntax_error::SyntaxErrorKind;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Most results remembered at once (some 200 MB); a statement that needs more is not explained.
const MAX_MEMO: usize = 4_000_000;

/// Why a reading function returns without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fail {
    /// The text does not match; another alternative may.
    No,
    /// The error is found; it stands in [`Reader::problem`].
    Halt,
}

/// Result of a reading function.
pub(super) type P<V = N> = Result<V, Fail>;

/// Functions whose results are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Rule {
    Expression,
    StarExpression,
    Disjunction,
    Conjunction,
    Inversion,
    BitwiseOr,
    Sum,
    Factor,
    Primary,
    Arguments,
    StarTarget,
    TargetWithStarAtom,
    TPrimary,
    DelTarget,
    Strings,
    SimpleStatement,
    Block,
    NamedMistake,
    Display,
}

/// Tries alternatives in order; the value is the first that matches.
macro_rules! first {
    ($p:expr; $($f:expr),+ $(,)?) => {{
        $( if let Some(value) = $p.alt($f)? { return Ok(value); } )+
        Err(Fail::No)
    }};
}
pub(super) use first;

/// Everything the tokenizer gave for a text.
pub(super) struct Tokens {
    pub tokens: Vec<Tok>,
    pub error: Option<TokError>,
    /// Brackets open at the end or the error.
    pub open: Vec<Bracket>,
}

impl Tokens {
    pub fn read(text: &str) -> Tokens {
        let mut tokenizer = Tokenizer::new(text);
        let (mut tokens, mut error) = (Vec::new(), None);
        loop {
            match tokenizer.next_token() {
                Ok(token) => {
                    tokens.push(token);
                    if token.kind == T::End {
                        break;
                    }
                }
                Err(e) => {
                    error = Some(if tokenizer.in_template() { TokError::InTemplate(Box::new(e)) } else { e });
                    break;
                }
            }
        }
        Tokens { tokens, error, open: tokenizer.brackets }
    }
}

/// The reader.
pub(super) struct Reader<'s> {
    pub text: &'s str,
    pub lines: &'s LineTable,
    pub tokens: &'s Tokens,
    /// Whether the text is a file's, at whose end CPython has no line in hand.
    pub is_file: bool,
    /// Index of the next token.
    pub pos: usize,
    /// One more than the furthest token looked at.
    pub seen: usize,
    /// Whether mistake rules apply.
    pub mistakes: bool,
    /// The error, once found.
    pub problem: Option<Problem>,
    /// Whether `problem` is the tokenizer's.
    pub from_tokenizer: bool,
    /// Start of the last compound statement completed.
    pub last_statement: Option<u32>,
    /// Where the last two statements of the file began: tokens, and `last_statement` before each.
    pub statements: [(usize, Option<u32>); 2],
    memo: FxHashMap<(Rule, u32), (Option<N>, u32)>,
}

impl<'s> Reader<'s> {
    pub fn new(text: &'s str, lines: &'s LineTable, tokens: &'s Tokens, mistakes: bool) -> Reader<'s> {
        Reader {
            text,
            lines,
            tokens,
            is_file: false,
            pos: 0,
            seen: 0,
            mistakes,
            problem: None,
            from_tokenizer: false,
            last_statement: None,
            statements: [(0, None); 2],
            memo: FxHashMap::default(),
        }
    }

    // Tokens.

    /// The next token, not consumed.
    pub fn peek(&mut self) -> P<Tok> {
        if let Some(&token) = self.tokens.tokens.get(self.pos) {
            self.seen = self.seen.max(self.pos + 1);
            return Ok(token);
        }
        self.tokenizer_problem()
    }

    fn tokenizer_problem<V>(&mut self) -> P<V> {
        let error = match &self.tokens.error {
            Some(TokError::InTemplate(inner)) => Some(&**inner),
            other => other.as_ref(),
        };
        let problem = match error {
            Some(TokError::Certain(problem) | TokError::IfReached(problem)) => problem.clone(),
            Some(TokError::EndInBrackets | TokError::InTemplate(_)) => self.never_closed(),
            None => return Err(Fail::No),
        };
        self.problem = Some(problem);
        self.from_tokenizer = true;
        Err(Fail::Halt)
    }

    /// The innermost open bracket's error.
    pub fn never_closed(&self) -> Problem {
        let (offset, byte) = self.tokens.open.last().map_or((0, b'('), |b| (b.offset, b.byte));
        let (line, col) = self.lines.line_and_col(self.text, offset);
        Problem {
            kind: SyntaxErrorKind::SyntaxError,
            message: format!("'{}' was never closed", char::from(byte)),
            line,
            col: col + 1,
            end_line: line,
            end_col: 0,
        }
    }

    pub fn kind(&mut self) -> P<T> {
        Ok(self.peek()?.kind)
    }

    /// Consumes a token of this kind.
    pub fn tok(&mut self, kind: T) -> P<Tok> {
        let token = self.peek()?;
        if token.kind != kind {
            return Err(Fail::No);
        }
        self.pos += 1;
        Ok(token)
    }

    pub fn op(&mut self, op: Op) -> P<Tok> {
        self.tok(T::Op(op))
    }

    pub fn kw(&mut self, kw: Kw) -> P<Tok> {
        self.tok(T::Kw(kw))
    }

    pub fn is_op(&mut self, op: Op) -> P<bool> {
        Ok(self.kind()? == T::Op(op))
    }

    pub fn is_kw(&mut self, kw: Kw) -> P<bool> {
        Ok(self.kind()? == T::Kw(kw))
    }

    /// Consumes one of these operators.
    pub fn one_of(&mut self, ops: &[Op]) -> P<Tok> {
        let token = self.peek()?;
        match token.kind {
            T::Op(op) if ops.contains(&op) => {
                self.pos += 1;
                Ok(token)
            }
            _ => Err(Fail::No),
        }
    }

    /// Whether the next token is one of these operators.
    pub fn at_ops(&mut self, ops: &[Op]) -> P<bool> {
        Ok(matches!(self.kind()?, T::Op(op) if ops.contains(&op)))
    }

    /// Consumes a name.
    pub fn name(&mut self) -> P {
        let token = self.tok(T::Name)?;
        Ok(self.leaf(Kind::Name, token))
    }

    pub fn token_text(&self, token: Tok) -> &'s str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    pub fn node_text(&self, node: &Node) -> &'s str {
        self.text.get(node.start as usize..node.end as usize).unwrap_or("")
    }

    /// Consumes the name `word`, a soft keyword.
    pub fn soft(&mut self, word: &str) -> P<Tok> {
        let token = self.peek()?;
        if token.kind != T::Name || self.token_text(token) != word {
            return Err(Fail::No);
        }
        self.pos += 1;
        Ok(token)
    }

    /// Consumes this token or reports that it is missing, in either reading.
    pub fn forced(&mut self, op: Op, shown: &str) -> P<Tok> {
        let token = self.peek()?;
        if token.kind == T::Op(op) {
            self.pos += 1;
            return Ok(token);
        }
        self.raise_token(token, format!("expected '{shown}'"))
    }

    // Alternatives.

    /// Tries `f`; without a match nothing is consumed.
    pub fn alt<V>(&mut self, f: impl FnOnce(&mut Self) -> P<V>) -> P<Option<V>> {
        let pos = self.pos;
        match f(self) {
            Ok(value) => Ok(Some(value)),
            Err(Fail::No) => {
                self.pos = pos;
                Ok(None)
            }
            Err(Fail::Halt) => Err(Fail::Halt),
        }
    }

    /// Whether `f` matches here; consumes nothing.
    pub fn ahead<V>(&mut self, f: impl FnOnce(&mut Self) -> P<V>) -> P<bool> {
        let pos = self.pos;
        let found = self.alt(f)?.is_some();
        self.pos = pos;
        Ok(found)
    }

    /// Succeeds without consuming if `f` does not match here.
    pub fn not<V>(&mut self, f: impl FnOnce(&mut Self) -> P<V>) -> P<()> {
        if self.ahead(f)? { Err(Fail::No) } else { Ok(()) }
    }

    pub fn require(&self, holds: bool) -> P<()> {
        if holds { Ok(()) } else { Err(Fail::No) }
    }

    /// Any number of `f`.
    pub fn many<V>(&mut self, mut f: impl FnMut(&mut Self) -> P<V>) -> P<Vec<V>> {
        let mut found = Vec::new();
        while let Some(value) = self.alt(&mut f)? {
            found.push(value);
        }
        Ok(found)
    }

    /// At least one `f`.
    pub fn some<V>(&mut self, mut f: impl FnMut(&mut Self) -> P<V>) -> P<Vec<V>> {
        let found = self.many(&mut f)?;
        if found.is_empty() { Err(Fail::No) } else { Ok(found) }
    }

    /// At least one `f`, with commas between.
    pub fn commas<V>(&mut self, f: impl FnMut(&mut Self) -> P<V>) -> P<Vec<V>> {
        self.separated(Op::Comma, f)
    }

    /// At least one `f`, with `separator` between.
    pub fn separated<V>(&mut self, separator: Op, mut f: impl FnMut(&mut Self) -> P<V>) -> P<Vec<V>> {
        let mut found = vec![f(self)?];
        while let Some(value) = self.alt(|p| {
            p.op(separator)?;
            f(p)
        })? {
            found.push(value);
        }
        Ok(found)
    }

    /// Consumes this operator if it is next.
    pub fn maybe(&mut self, op: Op) -> P<Option<Tok>> {
        self.alt(|p| p.op(op))
    }

    /// Remembers what `f` does here.
    pub fn memo(&mut self, rule: Rule, f: impl FnOnce(&mut Self) -> P) -> P {
        let key = (rule, self.pos as u32);
        if let Some((node, pos)) = self.memo.get(&key) {
            self.pos = *pos as usize;
            return node.clone().ok_or(Fail::No);
        }
        if self.memo.len() >= MAX_MEMO {
            return Err(Fail::Halt);
        }
        let start = self.pos;
        match f(self) {
            Ok(node) => {
                self.memo.insert(key, (Some(node.clone()), self.pos as u32));
                Ok(node)
            }
            Err(Fail::No) => {
                self.memo.insert(key, (None, start as u32));
                self.pos = start;
                Err(Fail::No)
            }
            Err(Fail::Halt) => Err(Fail::Halt),
        }
    }

    /// Forgets remembered results, of which a statement that is complete needs none.
    pub fn forget(&mut self) {
        if self.memo.len() > 4096 {
            self.memo.clear();
        }
    }

    // Nodes.

    pub fn leaf(&self, kind: Kind, token: Tok) -> N {
        Rc::new(Node { kind, start: token.start, end: token.end, parts: Vec::new() })
    }

    /// A node from byte `start` to the last token consumed.
    pub fn node(&self, kind: Kind, start: u32, parts: Vec<N>) -> N {
        Rc::new(Node { kind, start, end: self.end(), parts })
    }

    /// Byte offset at which the next token starts.
    pub fn start(&mut self) -> P<u32> {
        Ok(self.peek()?.start)
    }

    /// The last token consumed.
    pub fn last(&self) -> Tok {
        self.tokens.tokens[self.pos.saturating_sub(1)]
    }

    fn end(&self) -> u32 {
        self.last().end
    }

    // Errors.

    /// Line and 1-based column of byte `offset`.
    pub fn place(&self, offset: u32) -> (u32, u32) {
        let offset = offset.min(self.text.len() as u32);
        let (line, col) = self.lines.line_and_col(self.text, offset);
        (line, col + 1)
    }

    /// Line and 1-based column just past the character that ends at `offset`, on that character's line. CPython
    /// turns the byte column into characters of the *first* line of the place, and stops at its end.
    fn end_place(&self, first_line: u32, offset: u32) -> (u32, u32) {
        let (line, col) = self.own_end_place(offset);
        if line == first_line {
            return (line, col);
        }
        let start = self.lines.start(line).unwrap_or(0);
        let bytes = (offset - start) as usize + 1;
        let text = self.lines.text(self.text, first_line).unwrap_or("");
        let col = text.char_indices().take_while(|&(at, _)| at < bytes).count();
        (line, col as u32)
    }

    fn own_end_place(&self, offset: u32) -> (u32, u32) {
        let offset = offset.min(self.text.len() as u32);
        if offset > 0 && self.text.as_bytes()[offset as usize - 1] == b'\n' {
            let (line, col) = self.place(offset - 1);
            return (line, col + 1);
        }
        self.place(offset)
    }

    pub fn halt<V>(&mut self, problem: Problem) -> P<V> {
        self.problem = Some(problem);
        Err(Fail::Halt)
    }

    /// Reports the bytes `start..end`.
    pub fn raise<V>(&mut self, start: u32, end: u32, message: impl Into<String>) -> P<V> {
        let (line, col) = self.place(start);
        let (end_line, end_col) = if end > start { self.end_place(line, end) } else { self.place(end) };
        let (kind, message) = (SyntaxErrorKind::SyntaxError, message.into());
        self.halt(Problem { kind, message, line, col, end_line, end_col: end_col as i32 })
    }

    /// Reports a token by its own place.
    pub fn raise_token<V>(&mut self, token: Tok, message: impl Into<String>) -> P<V> {
        let problem = self.known_place(token, message.into());
        self.halt(problem)
    }

    /// An error at a token's own place, which is column 0 for a token without text.
    pub fn known_place(&self, token: Tok, message: String) -> Problem {
        let mut problem = self.reached_place(token, SyntaxErrorKind::SyntaxError, message);
        if problem.end_col < 0 {
            (problem.col, problem.end_col) = (0, 0);
        }
        problem
    }

    /// An error where the tokenizer stands after reading `token`, if the token has no text; else at it.
    pub fn reached_place(&self, token: Tok, kind: SyntaxErrorKind, message: String) -> Problem {
        if matches!(token.kind, T::Indent | T::Dedent | T::End) {
            // At the end of the text the tokenizer still stands on the last line, past its newline.
            let at_end = token.start as usize == self.text.len() && token.start > 0;
            let (line, col) = if at_end { self.place(token.start - 1) } else { self.place(token.start) };
            let col = match at_end {
                true if self.is_file => 0,
                true => col,
                false => col - 1,
            };
            return Problem { kind, message, line, col, end_line: line, end_col: -1 };
        }
        let (line, col) = self.place(token.start);
        let (end_line, end_col) = self.end_place(line, token.end);
        Problem { kind, message, line, col, end_line, end_col: end_col as i32 }
    }

    pub fn raise_node<V>(&mut self, node: &N, message: impl Into<String>) -> P<V> {
        self.raise(node.start, node.end, message)
    }

    /// The furthest token looked at.
    pub fn furthest(&self) -> Tok {
        self.tokens.tokens[self.seen.max(1) - 1]
    }

    /// Reports the furthest token looked at.
    pub fn raise_last<V>(&mut self, message: impl Into<String>) -> P<V> {
        let problem = self.reached_place(self.furthest(), SyntaxErrorKind::SyntaxError, message.into());
        self.halt(problem)
    }

    /// Reports an IndentationError at the furthest token looked at.
    pub fn raise_indentation<V>(&mut self, message: impl Into<String>) -> P<V> {
        let problem = self.reached_place(self.furthest(), SyntaxErrorKind::IndentationError, message.into());
        self.halt(problem)
    }

    /// Reports the next token.
    pub fn raise_next<V>(&mut self, message: impl Into<String>) -> P<V> {
        let token = self.peek()?;
        let problem = self.reached_place(token, SyntaxErrorKind::SyntaxError, message.into());
        self.halt(problem)
    }

    /// Reports from `start` to where the tokenizer stands.
    pub fn raise_from<V>(&mut self, start: u32, message: impl Into<String>) -> P<V> {
        let (line, col) = self.place(start);
        let (end_line, end_col) = self.end_place(line, self.furthest().end);
        let (kind, message) = (SyntaxErrorKind::SyntaxError, message.into());
        self.halt(Problem { kind, message, line, col, end_line, end_col: end_col as i32 - 1 })
    }

    /// Reports the part of `node` that cannot be a target; no match if all of it can.
    pub fn raise_invalid_target<V>(&mut self, node: &N, purpose: Purpose) -> P<V> {
        let Some(bad) = invalid_target(node, purpose) else { return Err(Fail::No) };
        let verb = if purpose == Purpose::Delete { "delete" } else { "assign to" };
        let message = format!("cannot {verb} {}", bad.noun());
        self.raise_node(&bad, message)
    }

    pub fn line_of(&self, token: Tok) -> u32 {
        self.lines.line(token.start)
    }

    /// A block must follow, and does not: a header's mistake rule.
    pub fn missing_block<V>(&mut self, header: Tok, what: &str) -> P<V> {
        self.op(Op::Colon)?;
        self.tok(T::Newline)?;
        self.not(|p| p.tok(T::Indent))?;
        let line = self.line_of(header);
        self.raise_indentation(format!("expected an indented block after {what} on line {line}"))
    }

    /// The header ends without a colon: a header's mistake rule.
    pub fn missing_colon<V>(&mut self) -> P<V> {
        self.tok(T::Newline)?;
        self.raise_last("expected ':'")
    }
}
