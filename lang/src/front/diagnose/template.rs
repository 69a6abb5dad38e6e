//! Strings, f-strings and their replacement fields.

use super::node::{Kind, N};
use super::reader::{Fail, P, Reader, Rule, first};
use super::token::{Op, T, Tok};

impl Reader<'_> {
    /// Adjacent string literals.
    pub fn strings(&mut self) -> P {
        self.memo(Rule::Strings, |p| {
            let start = p.start()?;
            let parts = p.some(Self::string_part)?;
            let templates = parts.iter().filter(|part| part.kind == Kind::TString).count();
            if templates > 0 && templates < parts.len() {
                return p.mixed_strings(&parts);
            }
            p.check_mixed_bytes(&parts)?;
            if let [only] = parts.as_slice() {
                return Ok(only.clone());
            }
            let kind = if templates > 0 {
                Kind::TString
            } else if parts.iter().any(|part| part.kind == Kind::FString) {
                Kind::FString
            } else {
                Kind::Constant("literal")
            };
            Ok(p.node(kind, start, Vec::new()))
        })
    }

    fn mixed_strings(&mut self, parts: &[N]) -> P {
        self.require(self.mistakes)?;
        let is_template = |part: &N| part.kind == Kind::TString;
        let boundary = parts.windows(2).find(|pair| is_template(&pair[0]) != is_template(&pair[1]));
        let Some([one, other]) = boundary else { return Err(Fail::No) };
        self.raise(one.start, other.end, "cannot mix t-string literals with string or bytes literals")
    }

    fn check_mixed_bytes(&mut self, parts: &[N]) -> P<()> {
        let is_bytes = |p: &Self, part: &N| {
            let text = p.node_text(part);
            let quote = text.find(['\'', '"']).unwrap_or(0);
            part.kind == Kind::Constant("literal") && text[..quote].contains(['b', 'B'])
        };
        let bytes = parts.iter().filter(|part| is_bytes(self, part)).count();
        if bytes == 0 || bytes == parts.len() {
            return Ok(());
        }
        self.raise_last("cannot mix bytes and nonbytes literals")
    }

    fn string_part(&mut self) -> P {
        let token = self.peek()?;
        match token.kind {
            T::Str => {
                self.pos += 1;
                self.check_string(token)?;
                Ok(self.leaf(Kind::Constant("literal"), token))
            }
            T::FStart => self.template('f'),
            T::TemplateStart => self.template('t'),
            _ => Err(Fail::No),
        }
    }

    /// Bytes are ASCII; escapes are complete.
    fn check_string(&mut self, token: Tok) -> P<()> {
        let text = self.token_text(token);
        let quote = text.find(['\'', '"']).unwrap_or(0);
        let (prefix, body) = text.split_at(quote);
        if let Some(message) = super::escape::wrong_string(prefix, body) {
            return self.raise_token(token, message);
        }
        Ok(())
    }

    fn template(&mut self, letter: char) -> P {
        let (middle, end, kind) = match letter {
            'f' => (T::FMiddle, T::FEnd, Kind::FString),
            _ => (T::TemplateMiddle, T::TemplateEnd, Kind::TString),
        };
        let opening = self.peek()?;
        let start = opening.start;
        let raw = self.token_text(opening).contains(['r', 'R']);
        self.pos += 1;
        let first = self.pos;
        self.many(|p| p.template_piece(middle, letter))?;
        self.tok(end)?;
        if !raw {
            self.check_template_text(first, middle)?;
        }
        Ok(self.node(kind, start, Vec::new()))
    }

    /// Escapes are complete in the text of a template whose first inner token is `first`.
    fn check_template_text(&mut self, first: usize, middle: T) -> P<()> {
        let mut depth = 0;
        for index in first..self.pos {
            let token = self.tokens.tokens[index];
            match token.kind {
                T::Op(Op::LBrace) => depth += 1,
                T::Op(Op::RBrace) => depth -= 1,
                kind if kind == middle && depth == 0 => {
                    if let Some(message) = super::escape::wrong_text_escape(self.token_text(token)) {
                        return self.raise_last(message);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn template_piece(&mut self, middle: T, letter: char) -> P<()> {
        first!(self;
            |p: &mut Self| p.field(middle, letter),
            |p: &mut Self| p.tok(middle).map(|_| ()),
        )
    }

    /// A replacement field.
    fn field(&mut self, middle: T, letter: char) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.op(Op::LBrace)?;
                p.assigned_value()?;
                p.maybe(Op::Equal)?;
                p.alt(|p| p.conversion(letter))?;
                p.alt(|p| p.format_spec(middle, letter))?;
                p.op(Op::RBrace).map(|_| ())
            },
            |p: &mut Self| {
                p.require(p.mistakes)?;
                p.wrong_field(middle, letter)
            },
        )
    }

    fn conversion(&mut self, letter: char) -> P<()> {
        let mark = self.op(Op::Exclamation)?;
        let name = self.tok(T::Name)?;
        if mark.end != name.start {
            let message = format!("{letter}-string: conversion type must come right after the exclamation mark");
            return self.raise(mark.start, name.end, message);
        }
        let text = self.token_text(name);
        if !matches!(text, "s" | "r" | "a") {
            let message = format!("{letter}-string: invalid conversion character '{text}': expected 's', 'r', or 'a'");
            return self.raise_token(name, message);
        }
        Ok(())
    }

    fn format_spec(&mut self, middle: T, letter: char) -> P<()> {
        self.op(Op::Colon)?;
        self.many(|p| p.template_piece(middle, letter)).map(|_| ())
    }

    fn wrong_field(&mut self, middle: T, letter: char) -> P<()> {
        self.op(Op::LBrace)?;
        let token = self.peek()?;
        if let T::Op(op @ (Op::Equal | Op::Exclamation | Op::Colon | Op::RBrace)) = token.kind {
            let shown = match op {
                Op::Equal => "=",
                Op::Exclamation => "!",
                Op::Colon => ":",
                _ => "}",
            };
            self.pos += 1;
            let message = format!("{letter}-string: valid expression required before '{shown}'");
            return self.raise_token(token, message);
        }
        if self.alt(Self::assigned_value)?.is_none() {
            return self.raise_next(format!("{letter}-string: expecting a valid expression after '{{'"));
        }
        if !self.at_ops(&[Op::Equal, Op::Exclamation, Op::Colon, Op::RBrace])? {
            return self.raise_next(format!("{letter}-string: expecting '=', or '!', or ':', or '}}'"));
        }
        if self.maybe(Op::Equal)?.is_some() && !self.at_ops(&[Op::Exclamation, Op::Colon, Op::RBrace])? {
            return self.raise_next(format!("{letter}-string: expecting '!', or ':', or '}}'"));
        }
        self.wrong_conversion(letter)?;
        if !self.at_ops(&[Op::Colon, Op::RBrace])? {
            return self.raise_next(format!("{letter}-string: expecting ':' or '}}'"));
        }
        if self.maybe(Op::Colon)?.is_some() {
            self.many(|p| p.template_piece(middle, letter))?;
            if !self.is_op(Op::RBrace)? {
                return self.raise_next(format!("{letter}-string: expecting '}}', or format specs"));
            }
        }
        if !self.is_op(Op::RBrace)? {
            return self.raise_next(format!("{letter}-string: expecting '}}'"));
        }
        Err(Fail::No)
    }

    fn wrong_conversion(&mut self, letter: char) -> P<()> {
        if self.maybe(Op::Exclamation)?.is_none() {
            return Ok(());
        }
        if self.at_ops(&[Op::Colon, Op::RBrace])? {
            return self.raise_next(format!("{letter}-string: missing conversion character"));
        }
        if self.alt(|p| p.tok(T::Name))?.is_none() {
            return self.raise_next(format!("{letter}-string: invalid conversion character"));
        }
        Ok(())
    }
}
