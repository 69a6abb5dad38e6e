//! The parser: reads a function straight into its arenas.
//!
//! A value, block or frame state may be named before it stands in the text: the reference is made from its number and noted,
//! and at the end of the function all that was noted must be there.

use super::error::{ParseError, Position, Problem};
use super::lexer::{Lexer, Token};
use super::map::{Place, SourceMap};
use crate::contract::World;
use crate::entity::MAX_ENTITIES;
use crate::function::{Claim, ClaimState, FrameState, Imm, InstData, RefKind};
use crate::opcode::{BinOp, CmpOp, ImmKind, Opcode, UnOp};
use crate::ty::Type;
use crate::{BlockId, FrameId, Function, Memory, NativeId, ValueId};
use std::collections::BTreeMap;

/// Longest text, in bytes.
pub const MAX_TEXT: usize = 16 << 20;

/// Most numbers that the functions of one text may skip: what a short text can make a parser allocate.
pub const MAX_UNUSED: usize = 1 << 20;

/// A frame state costs as much as this many other entities.
const FRAME_WEIGHT: usize = 8;

/// Most results of an instruction.
const MAX_RESULTS: usize = 16;

pub(super) struct Parser<'t> {
    pub(super) lexer: Lexer<'t>,
    pub(super) func: Function,
    map: SourceMap,
    natives: BTreeMap<String, NativeId>,
    /// What was named before it stood in the text, and where.
    pending: Vec<(Named, usize)>,
    /// How many more numbers may be skipped.
    unused: usize,
}

/// Something that can be named before it stands in the text.
#[derive(Clone, Copy)]
enum Named {
    Value(ValueId),
    Block(BlockId),
    Frame(FrameId),
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str) -> Result<Self, ParseError> {
        Ok(Parser {
            lexer: Lexer::new(text)?,
            func: Function::new(""),
            map: SourceMap::new(),
            natives: BTreeMap::new(),
            pending: Vec::new(),
            unused: MAX_UNUSED,
        })
    }

    /// The functions up to the end of the text.
    pub(super) fn functions(&mut self) -> Result<Vec<(Function, SourceMap)>, ParseError> {
        let mut functions = Vec::new();
        loop {
            self.skip_newlines()?;
            match self.lexer.token() {
                Token::End if self.natives.is_empty() => return Ok(functions),
                Token::Word("native") => self.native()?,
                Token::Word("fun") => {
                    self.function()?;
                    let func = std::mem::replace(&mut self.func, Function::new(""));
                    functions.push((func, std::mem::replace(&mut self.map, SourceMap::new())));
                    self.natives.clear();
                }
                _ if self.natives.is_empty() => return Err(self.expected("`fun` or `native`")),
                _ => return Err(self.expected("`native`, or the `fun` that the natives belong to")),
            }
        }
    }

    fn native(&mut self) -> Result<(), ParseError> {
        let at = self.lexer.position();
        self.lexer.advance()?;
        self.expect("@")?;
        let name_at = self.lexer.position();
        let name = self.identifier("the native's name")?;
        if self.natives.contains_key(&name) {
            return Err(self.lexer.error_at(name_at, Problem::Duplicate(format!("native `{name}`"))));
        }
        let signature = self.signature(&name)?;
        self.end_line()?;
        let native = self.func.declare_native(signature);
        self.map.set(Place::Native(native), at);
        self.natives.insert(name, native);
        Ok(())
    }

    fn function(&mut self) -> Result<(), ParseError> {
        self.map.set(Place::Function, self.lexer.position());
        self.lexer.advance()?;
        let name = self.identifier("the function's name")?;
        self.func.set_name(&name);
        if self.eat_word("observing")? {
            self.func.set_world(World::Observing);
        }
        if self.eat_word("counted")? {
            self.func.set_counted(true);
        }
        self.expect("{")?;
        self.end_line()?;
        loop {
            self.skip_newlines()?;
            match self.lexer.token() {
                Token::Word("bb") => self.block()?,
                Token::Word(word) if number_after(word, "fs").is_some() => self.frame_state()?,
                Token::Sign("}") => break,
                _ => return Err(self.expected("a block, a frame state, or `}`")),
            }
        }
        self.lexer.advance()?;
        self.end_line()?;
        self.check_pending()
    }

    /// That everything named is there; an error is that of the first that is not.
    fn check_pending(&mut self) -> Result<(), ParseError> {
        let missing = self.pending.drain(..).find_map(|(named, offset)| match named {
            Named::Value(value) => self.func.get_value(value).is_none().then(|| (value.to_string(), offset)),
            Named::Block(block) => (!self.func.has_block(block)).then(|| (block.to_string(), offset)),
            Named::Frame(frame) => {
                self.map.position(Place::Frame(frame)).is_none().then(|| (frame.to_string(), offset))
            }
        });
        match missing {
            Some((name, offset)) => Err(self.lexer.error_at_offset(offset, Problem::Undefined(name))),
            None => Ok(()),
        }
    }

    // Blocks.

    fn block(&mut self) -> Result<(), ParseError> {
        let at = self.lexer.position();
        self.lexer.advance()?;
        let number = self.block_number()?;
        self.skip_numbers(number, self.func.block_bound(), 1, at, "bb ")?;
        let block = self
            .func
            .append_block_numbered(number)
            .ok_or_else(|| self.lexer.error_at(at, Problem::Duplicate(format!("bb {number}"))))?;
        self.map.set(Place::Block(block), at);
        self.expect("{")?;
        self.end_line()?;
        self.skip_newlines()?;
        if self.lexer.token() == Token::Word("given") {
            self.claims(block)?;
            self.skip_newlines()?;
        }
        while !self.eat("}")? {
            self.inst(block)?;
            self.skip_newlines()?;
        }
        self.end_line()
    }

    fn claims(&mut self, block: BlockId) -> Result<(), ParseError> {
        self.map.set(Place::Claims(block), self.lexer.position());
        self.lexer.advance()?;
        let mut claims = vec![self.claim()?];
        while self.eat(",")? {
            claims.push(self.claim()?);
        }
        self.func.set_claims(block, claims);
        self.end_line()
    }

    fn claim(&mut self) -> Result<Claim, ParseError> {
        let mut claim = Claim { copies: [self.value()?].into_iter().collect(), state: ClaimState::Uncounted };
        while self.eat("+")? {
            claim.copies.push(self.value()?);
        }
        claim.state = match self.ref_kind()? {
            RefKind::Owned => ClaimState::Owned,
            RefKind::Raw => ClaimState::Uncounted,
            RefKind::Borrowed => {
                let memory = self.memory()?;
                ClaimState::Borrowed { memory, owners: self.values()?.into_iter().collect() }
            }
        };
        Ok(claim)
    }

    fn ref_kind(&mut self) -> Result<RefKind, ParseError> {
        let kinds = [RefKind::Owned, RefKind::Borrowed, RefKind::Raw];
        let Token::Word(word) = self.lexer.token() else { return Err(self.expected("`own`, `ref` or `raw`")) };
        let kind = kinds.into_iter().find(|kind| kind.name() == word);
        let kind = kind.ok_or_else(|| self.expected("`own`, `ref` or `raw`"))?;
        self.lexer.advance()?;
        Ok(kind)
    }

    // Instructions.

    fn inst(&mut self, block: BlockId) -> Result<(), ParseError> {
        let at = self.lexer.position();
        let results = self.results()?;
        let Token::Word(name) = self.lexer.token() else { return Err(self.expected("an instruction")) };
        let op = Opcode::named(name).ok_or_else(|| self.unknown("instruction", name))?;
        self.lexer.advance()?;
        let mut data = InstData::new(op, &[]);
        if self.eat("<")? {
            self.immediates(&mut data)?;
        }
        data.args = self.values()?.into_iter().collect();
        if self.eat_word("exit")? {
            data.frame = Some(self.frame()?);
            if self.eat("{")? {
                data.exit_refs = self.exit_refs()?;
            }
        }
        if self.eat("@")? {
            data.line = self.number("the line of the source")?;
        }
        self.end_line()?;
        let inst = self
            .func
            .append_inst_numbered(block, data, &results)
            .map_err(|value| self.lexer.error_at(at, Problem::Duplicate(value.to_string())))?;
        self.map.set(Place::Inst(inst), at);
        Ok(())
    }

    fn results(&mut self) -> Result<Vec<(ValueId, Type)>, ParseError> {
        let mut results = Vec::new();
        if !self.at_value() {
            return Ok(results);
        }
        let mut bound = self.func.value_bound();
        loop {
            let at = self.lexer.position();
            let number = self.numbered("v", "a value")?;
            self.skip_numbers(number, bound, 1, at, "v")?;
            bound = bound.max(number + 1);
            self.expect(":")?;
            let value = self.func.numbered(number);
            if results.len() == MAX_RESULTS {
                return Err(self.lexer.error_at(at, Problem::TooMany("results")));
            }
            results.push((value, self.ty(0)?));
            if !self.eat(",")? {
                break;
            }
        }
        self.expect("=")?;
        Ok(results)
    }

    /// The immediates, and then the blocks, up to `>`. How many there should be is the verifier's business.
    fn immediates(&mut self, data: &mut InstData) -> Result<(), ParseError> {
        let mut kinds = data.op.info().imms.iter();
        while !self.eat(">")? {
            match kinds.next() {
                Some(&kind) => data.imms.push(self.immediate(kind)?),
                None => {
                    let offset = self.lexer.offset();
                    let block = self.block_number()?;
                    let block = self.func.numbered(block);
                    self.pending.push((Named::Block(block), offset));
                    data.blocks.push(block);
                }
            }
            if self.lexer.token() != Token::Sign(">") {
                self.expect(",")?;
            }
        }
        Ok(())
    }

    fn immediate(&mut self, kind: ImmKind) -> Result<Imm, ParseError> {
        Ok(match kind {
            ImmKind::Index => Imm::Index(self.number("a number")?),
            ImmKind::Const => Imm::Const(self.constant(0)?),
            ImmKind::Name => {
                let name = self.string("a name in quotes")?;
                Imm::Name(self.func.intern_name(&name))
            }
            ImmKind::Type => {
                let ty = self.ty(0)?;
                Imm::Type(self.func.intern_type(ty))
            }
            ImmKind::Shape => {
                self.expect_word("shape", "`shape`")?;
                Imm::Shape(self.number("the shape's number")?)
            }
            ImmKind::BinOp => Imm::BinOp(self.named(BinOp::named, "arithmetic operator")?),
            ImmKind::UnOp => Imm::UnOp(self.named(UnOp::named, "unary operator")?),
            ImmKind::CmpOp => Imm::CmpOp(self.named(CmpOp::named, "comparison")?),
            ImmKind::Native => {
                self.expect("@")?;
                let at = self.lexer.position();
                let name = self.identifier("a native's name")?;
                let native = self.natives.get(&name).copied();
                let unknown = Problem::Unknown { what: "native", name };
                Imm::Native(native.ok_or_else(|| self.lexer.error_at(at, unknown))?)
            }
        })
    }

    fn exit_refs(&mut self) -> Result<Vec<(ValueId, RefKind)>, ParseError> {
        let mut refs = Vec::new();
        while !self.eat("}")? {
            refs.push((self.value()?, self.ref_kind()?));
            if self.lexer.token() != Token::Sign("}") {
                self.expect(",")?;
            }
        }
        Ok(refs)
    }

    // Frame states.

    fn frame_state(&mut self) -> Result<(), ParseError> {
        let at = self.lexer.position();
        let number = self.numbered("fs", "a frame state")?;
        let before = self.func.frame_count();
        if number < before {
            let problem = match self.map.position(Place::Frame(self.func.numbered(number))) {
                Some(_) => Problem::Duplicate(format!("fs{number}")),
                None => Problem::FrameOrder(format!("fs{number}"), format!("fs{}", before - 1)),
            };
            return Err(self.lexer.error_at(at, problem));
        }
        self.skip_numbers(number, before, FRAME_WEIGHT, at, "fs")?;
        self.expect("=")?;
        self.expect_word("frame", "`frame`")?;
        let code = self.string("the name of the frame's code, in quotes")?;
        let code = self.func.intern_name(&code);
        let pc = self.number("the index of a bytecode instruction")?;
        let slots = self.slots()?;
        let caller = if self.eat_word("in")? { Some(self.caller(number)?) } else { None };
        self.end_line()?;
        let id = self.func.intern_frame_numbered(number, FrameState { code, pc, slots, caller }).map_err(|first| {
            let problem = Problem::SameFrame { later: format!("fs{number}"), first: first.to_string() };
            self.lexer.error_at(at, problem)
        })?;
        self.map.set(Place::Frame(id), at);
        Ok(())
    }

    fn slots(&mut self) -> Result<Vec<Option<ValueId>>, ParseError> {
        self.expect("[")?;
        let mut slots = Vec::new();
        while !self.eat("]")? {
            slots.push(if self.eat("-")? { None } else { Some(self.value()?) });
        }
        Ok(slots)
    }

    /// The caller of frame state `number`, which must stand before it: so no chain of callers is a ring.
    fn caller(&mut self, number: usize) -> Result<FrameId, ParseError> {
        let at = self.lexer.position();
        let caller = self.numbered("fs", "a frame state")?;
        let id = self.func.numbered(caller);
        if caller < number && self.map.position(Place::Frame(id)).is_some() {
            return Ok(id);
        }
        Err(self.lexer.error_at(at, Problem::FrameOrder(format!("fs{caller}"), format!("fs{number}"))))
    }

    // References.

    fn at_value(&self) -> bool {
        matches!(self.lexer.token(), Token::Word(word) if number_after(word, "v").is_some())
    }

    fn value(&mut self) -> Result<ValueId, ParseError> {
        let offset = self.lexer.offset();
        let number = self.numbered("v", "a value")?;
        let value = self.func.numbered(number);
        if self.func.get_value(value).is_none() {
            self.pending.push((Named::Value(value), offset));
        }
        Ok(value)
    }

    /// The values that come next, without signs between.
    fn values(&mut self) -> Result<Vec<ValueId>, ParseError> {
        let mut values = Vec::new();
        while self.at_value() {
            values.push(self.value()?);
        }
        Ok(values)
    }

    fn frame(&mut self) -> Result<FrameId, ParseError> {
        let offset = self.lexer.offset();
        let frame = self.numbered("fs", "a frame state")?;
        let frame = self.func.numbered(frame);
        self.pending.push((Named::Frame(frame), offset));
        Ok(frame)
    }

    fn block_number(&mut self) -> Result<usize, ParseError> {
        let Token::Number(text) = self.lexer.token() else { return Err(self.expected("a block's number")) };
        let number = self.entity_number(text)?;
        self.lexer.advance()?;
        Ok(number)
    }

    /// The number of a word that consists of `prefix` and a number.
    fn numbered(&mut self, prefix: &'static str, what: &'static str) -> Result<usize, ParseError> {
        let Token::Word(word) = self.lexer.token() else { return Err(self.expected(what)) };
        let digits = number_after(word, prefix).ok_or_else(|| self.expected(what))?;
        let number = self.entity_number(digits)?;
        self.lexer.advance()?;
        Ok(number)
    }

    fn entity_number(&self, digits: &str) -> Result<usize, ParseError> {
        let number = digits.parse().ok().filter(|&number: &usize| number < MAX_ENTITIES);
        number.ok_or_else(|| self.lexer.error(Problem::Number(self.lexer.token().describe())))
    }

    /// Accounts for an entity `number` where `bound` numbers are in use or skipped so far.
    fn skip_numbers(
        &mut self,
        number: usize,
        bound: usize,
        weight: usize,
        at: Position,
        prefix: &str,
    ) -> Result<(), ParseError> {
        let skipped = number.saturating_sub(bound) * weight;
        match self.unused.checked_sub(skipped) {
            Some(left) => self.unused = left,
            None => return Err(self.lexer.error_at(at, Problem::Sparse(format!("{prefix}{number}")))),
        }
        // One that was skipped is used after all.
        self.unused += usize::from(number < bound);
        Ok(())
    }

    // Tokens.

    pub(super) fn expected(&self, expected: &str) -> ParseError {
        self.lexer.error(Problem::Expected { expected: expected.to_string(), found: self.lexer.token().describe() })
    }

    pub(super) fn unknown(&self, what: &'static str, name: &str) -> ParseError {
        self.lexer.error(Problem::Unknown { what, name: name.to_string() })
    }

    /// Goes past the sign if it is next.
    pub(super) fn eat(&mut self, sign: &str) -> Result<bool, ParseError> {
        self.eat_token(Token::Sign(sign))
    }

    /// Goes past the word if it is next.
    pub(super) fn eat_word(&mut self, word: &str) -> Result<bool, ParseError> {
        self.eat_token(Token::Word(word))
    }

    fn eat_token(&mut self, token: Token<'_>) -> Result<bool, ParseError> {
        let there = self.lexer.token() == token;
        if there {
            self.lexer.advance()?;
        }
        Ok(there)
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<(), ParseError> {
        if self.eat(sign)? { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    pub(super) fn expect_word(&mut self, word: &str, what: &str) -> Result<(), ParseError> {
        if self.eat_word(word)? { Ok(()) } else { Err(self.expected(what)) }
    }

    fn skip_newlines(&mut self) -> Result<(), ParseError> {
        while self.eat_token(Token::Newline)? {}
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), ParseError> {
        match self.lexer.token() {
            Token::Newline => self.lexer.advance(),
            Token::End => Ok(()),
            _ => Err(self.expected("the end of the line")),
        }
    }

    /// A name: a plain word, or a string.
    fn identifier(&mut self, what: &'static str) -> Result<String, ParseError> {
        match self.lexer.token() {
            Token::Word(word) => {
                self.lexer.advance()?;
                Ok(word.to_string())
            }
            _ => self.string(what),
        }
    }

    pub(super) fn string(&mut self, what: &'static str) -> Result<String, ParseError> {
        let Token::Str(raw) = self.lexer.token() else { return Err(self.expected(what)) };
        let text = self.lexer.unescape(raw)?;
        self.lexer.advance()?;
        Ok(text)
    }

    pub(super) fn number(&mut self, what: &'static str) -> Result<u32, ParseError> {
        let Token::Number(text) = self.lexer.token() else { return Err(self.expected(what)) };
        let number = text.parse().map_err(|_| self.lexer.error(Problem::Number(self.lexer.token().describe())))?;
        self.lexer.advance()?;
        Ok(number)
    }

    /// What a word names by a table.
    pub(super) fn named<T>(&mut self, table: fn(&str) -> Option<T>, what: &'static str) -> Result<T, ParseError> {
        let Token::Word(word) = self.lexer.token() else { return Err(self.expected(what)) };
        let item = table(word).ok_or_else(|| self.unknown(what, word))?;
        self.lexer.advance()?;
        Ok(item)
    }

    /// The memory classes that come next.
    pub(super) fn memory(&mut self) -> Result<Memory, ParseError> {
        let mut memory = Memory::NONE;
        while let Token::Word(word) = self.lexer.token() {
            let Some(class) = Memory::named(word) else { break };
            memory = memory.or(class);
            self.lexer.advance()?;
        }
        Ok(memory)
    }
}

/// The digits after `prefix`, if that is all there is in `word`.
fn number_after<'t>(word: &'t str, prefix: &str) -> Option<&'t str> {
    let digits = word.strip_prefix(prefix)?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}
