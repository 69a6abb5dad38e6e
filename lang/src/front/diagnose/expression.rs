//! Expressions down to unary operators.

use super::node::{Kind, N, Node};
use super::reader::{Fail, P, Reader, Rule, first};
use super::token::{Kw, Op, T};
use std::rc::Rc;

/// Binary operators by how tightly they bind, loosest first.
const LEVELS: [&[Op]; 6] = [
    &[Op::VBar],
    &[Op::Circumflex],
    &[Op::Amper],
    &[Op::LeftShift, Op::RightShift],
    &[Op::Plus, Op::Minus],
    &[Op::Star, Op::Slash, Op::DoubleSlash, Op::Percent, Op::At],
];
const SHIFT: usize = 3;
const SUM: usize = 4;
const TERM: usize = 5;

const SOFT_KEYWORDS: [&str; 4] = ["_", "case", "match", "type"];

impl Reader<'_> {
    /// A list of `item`, which is a tuple if there is a comma.
    fn maybe_tuple(&mut self, item: fn(&mut Self) -> P) -> P {
        let start = self.start()?;
        let first = item(self)?;
        let mut parts = vec![first.clone()];
        while let Some(next) = self.alt(|p| {
            p.op(Op::Comma)?;
            item(p)
        })? {
            parts.push(next);
        }
        let comma = self.maybe(Op::Comma)?;
        if parts.len() == 1 && comma.is_none() {
            return Ok(first);
        }
        Ok(self.node(Kind::Tuple, start, parts))
    }

    pub fn expressions(&mut self) -> P {
        self.maybe_tuple(Self::expression)
    }

    pub fn star_expressions(&mut self) -> P {
        self.maybe_tuple(Self::star_expression)
    }

    pub fn star_expression(&mut self) -> P {
        self.memo(Rule::StarExpression, |p| first!(p; Self::starred_operand, Self::expression))
    }

    /// `*` and an operand.
    fn starred_operand(&mut self) -> P {
        let start = self.start()?;
        self.op(Op::Star)?;
        let operand = self.bitwise_or()?;
        Ok(self.node(Kind::Starred, start, vec![operand]))
    }

    pub fn star_named_expressions(&mut self) -> P<Vec<N>> {
        let items = self.commas(Self::star_named_expression)?;
        self.maybe(Op::Comma)?;
        Ok(items)
    }

    pub fn star_named_expression(&mut self) -> P {
        first!(self; Self::starred_operand, Self::named_expression)
    }

    pub fn assignment_expression(&mut self) -> P {
        let start = self.start()?;
        let name = self.name()?;
        self.op(Op::ColonEqual)?;
        let value = self.expression()?;
        Ok(self.node(Kind::Named, start, vec![name, value]))
    }

    pub fn named_expression(&mut self) -> P {
        first!(self; Self::assignment_expression, Self::wrong_named_expression, Self::plain_expression)
    }

    /// An expression that `:=` does not follow.
    pub fn plain_expression(&mut self) -> P {
        let value = self.expression()?;
        self.not(|p| p.op(Op::ColonEqual))?;
        Ok(value)
    }

    /// An assignment expression or an expression.
    pub fn maybe_assignment(&mut self) -> P {
        first!(self; Self::assignment_expression, Self::plain_expression)
    }

    fn wrong_named_expression(&mut self) -> P {
        self.require(self.mistakes)?;
        self.memo(Rule::NamedMistake, |p| first!(p; Self::assigned_expression, Self::name_equals, Self::operand_equals))
    }

    fn assigned_expression(&mut self) -> P {
        let target = self.expression()?;
        self.op(Op::ColonEqual)?;
        self.expression()?;
        let message = format!("cannot use assignment expressions with {}", target.noun());
        self.raise_node(&target, message)
    }

    fn name_equals(&mut self) -> P {
        let name = self.name()?;
        self.op(Op::Equal)?;
        let value = self.bitwise_or()?;
        self.not(|p| p.one_of(&[Op::Equal, Op::ColonEqual]))?;
        self.raise(name.start, value.end, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?")
    }

    fn operand_equals(&mut self) -> P {
        self.not(
            |p| first!(p; Self::list, Self::tuple, Self::genexp, |p| p.constant_word(&[Kw::True, Kw::None, Kw::False])),
        )?;
        let target = self.bitwise_or()?;
        self.op(Op::Equal)?;
        self.bitwise_or()?;
        self.not(|p| p.one_of(&[Op::Equal, Op::ColonEqual]))?;
        let noun = target.noun();
        self.raise_node(&target, format!("cannot assign to {noun} here. Maybe you meant '==' instead of '='?"))
    }

    pub fn yield_expression(&mut self) -> P {
        let start = self.start()?;
        self.kw(Kw::Yield)?;
        let from = self.alt(|p| {
            p.kw(Kw::From)?;
            p.expression()
        })?;
        if from.is_none() {
            self.alt(Self::star_expressions)?;
        }
        Ok(self.node(Kind::Yield, start, Vec::new()))
    }

    /// A yield expression or a list of expressions.
    pub fn assigned_value(&mut self) -> P {
        first!(self; Self::yield_expression, Self::star_expressions)
    }

    pub fn expression(&mut self) -> P {
        self.memo(Rule::Expression, |p| {
            if p.mistakes
                && let Some(found) = p.alt(Self::wrong_expression)?
            {
                return Ok(found);
            }
            p.correct_expression()
        })
    }

    fn correct_expression(&mut self) -> P {
        first!(self; Self::conditional, Self::disjunction, Self::lambda)
    }

    /// An expression whose top level is read without mistake rules.
    fn expression_without_mistakes(&mut self) -> P {
        let mistakes = std::mem::replace(&mut self.mistakes, false);
        let found = self.correct_expression();
        self.mistakes = mistakes;
        found
    }

    fn conditional(&mut self) -> P {
        let start = self.start()?;
        let value = self.disjunction()?;
        self.kw(Kw::If)?;
        let test = self.disjunction()?;
        self.kw(Kw::Else)?;
        let otherwise = self.expression()?;
        Ok(self.node(Kind::Conditional, start, vec![value, test, otherwise]))
    }

    fn lambda(&mut self) -> P {
        let start = self.start()?;
        self.kw(Kw::Lambda)?;
        self.alt(|p| p.parameters(true))?;
        self.op(Op::Colon)?;
        self.expression()?;
        Ok(self.node(Kind::Lambda, start, Vec::new()))
    }

    fn wrong_expression(&mut self) -> P {
        first!(self;
            Self::text_inside_string,
            Self::missing_comma,
            Self::missing_else,
            Self::statement_after_else,
            Self::statement_before_if,
            Self::lambda_in_template,
            Self::legacy_call,
        )
    }

    fn text_inside_string(&mut self) -> P {
        self.tok(T::Str)?;
        let inside = self.some(|p| {
            p.not(|p| p.tok(T::Str))?;
            p.expression_without_mistakes()
        })?;
        self.tok(T::Str)?;
        let (start, end) = (inside[0].start, inside[inside.len() - 1].end);
        self.raise(start, end, "invalid syntax. Is this intended to be part of the string?")
    }

    fn missing_comma(&mut self) -> P {
        self.not(|p| {
            let name = p.tok(T::Name)?;
            if SOFT_KEYWORDS.contains(&p.token_text(name)) {
                return Ok(());
            }
            p.tok(T::Str).map(|_| ())
        })?;
        let one = self.disjunction()?;
        let other = self.expression_without_mistakes()?;
        if self.is_legacy(&one) || self.last().level == 0 {
            return Err(Fail::No);
        }
        self.raise(one.start, other.end, "invalid syntax. Perhaps you forgot a comma?")
    }

    fn missing_else(&mut self) -> P {
        let value = self.disjunction()?;
        self.kw(Kw::If)?;
        let test = self.disjunction()?;
        let goes_on = self.is_kw(Kw::Else)? || self.is_op(Op::Colon)?;
        self.require(!goes_on)?;
        self.raise(value.start, test.end, "expected 'else' after 'if' expression")
    }

    fn statement_after_else(&mut self) -> P {
        self.disjunction()?;
        self.kw(Kw::If)?;
        self.disjunction()?;
        self.kw(Kw::Else)?;
        self.not(Self::expression)?;
        self.raise_next("expected expression after 'else', but statement is given")
    }

    fn statement_before_if(&mut self) -> P {
        let token = self.peek()?;
        let word = matches!(token.kind, T::Kw(Kw::Pass | Kw::Break | Kw::Continue));
        self.require(word)?;
        self.pos += 1;
        self.kw(Kw::If)?;
        self.disjunction()?;
        self.kw(Kw::Else)?;
        self.simple_statement()?;
        self.raise_token(token, "expected expression before 'if', but statement is given")
    }

    fn lambda_in_template(&mut self) -> P {
        let start = self.start()?;
        self.kw(Kw::Lambda)?;
        self.alt(|p| p.parameters(true))?;
        let colon = self.op(Op::Colon)?;
        let letter = match self.kind()? {
            T::FMiddle => 'f',
            T::TemplateMiddle => 't',
            _ => return Err(Fail::No),
        };
        let message = format!("{letter}-string: lambda expressions are not allowed without parentheses");
        self.raise(start, colon.end, message)
    }

    fn is_legacy(&self, node: &Node) -> bool {
        node.kind == Kind::Name && matches!(self.node_text(node), "print" | "exec")
    }

    fn legacy_call(&mut self) -> P {
        let name = self.name()?;
        self.not(|p| p.op(Op::LPar))?;
        let rest = self.star_expressions()?;
        self.require(self.is_legacy(&name))?;
        let word = self.node_text(&name);
        let message = format!("Missing parentheses in call to '{word}'. Did you mean {word}(...)?");
        self.raise(name.start, rest.end, message)
    }

    // Boolean operators and comparisons.

    pub fn disjunction(&mut self) -> P {
        self.memo(Rule::Disjunction, |p| p.chain(Kw::Or, Self::conjunction))
    }

    fn conjunction(&mut self) -> P {
        self.memo(Rule::Conjunction, |p| p.chain(Kw::And, Self::inversion))
    }

    fn chain(&mut self, word: Kw, operand: fn(&mut Self) -> P) -> P {
        let start = self.start()?;
        let first = operand(self)?;
        let rest = self.many(|p| {
            p.kw(word)?;
            operand(p)
        })?;
        if rest.is_empty() { Ok(first) } else { Ok(self.node(Kind::Operation, start, Vec::new())) }
    }

    pub fn inversion(&mut self) -> P {
        self.memo(Rule::Inversion, |p| {
            let start = p.start()?;
            if p.alt(|p| p.kw(Kw::Not))?.is_none() {
                return p.comparison();
            }
            p.inversion()?;
            Ok(p.node(Kind::Operation, start, Vec::new()))
        })
    }

    fn comparison(&mut self) -> P {
        let start = self.start()?;
        let left = self.bitwise_or()?;
        let is_in = self.is_kw(Kw::In)?;
        let rest = self.many(|p| {
            p.comparison_operator()?;
            p.bitwise_or()
        })?;
        if rest.is_empty() { Ok(left) } else { Ok(self.node(Kind::Comparison(is_in), start, vec![left])) }
    }

    fn comparison_operator(&mut self) -> P<()> {
        let token = self.peek()?;
        self.pos += 1;
        match token.kind {
            T::Op(Op::Less) => {
                let next = self.peek()?;
                if self.mistakes && next.kind == T::Op(Op::Greater) && next.start == token.end {
                    let message = "invalid syntax.  Maybe you meant '!=' instead of '<>'?";
                    return self.raise(token.start, next.end, message);
                }
                Ok(())
            }
            T::Op(Op::EqEqual | Op::NotEqual | Op::LessEqual | Op::GreaterEqual | Op::Greater) => Ok(()),
            T::Kw(Kw::In) => Ok(()),
            T::Kw(Kw::Not) => self.kw(Kw::In).map(|_| ()),
            T::Kw(Kw::Is) => {
                // `is not x`, or `is` and an operand that cannot begin with `not`.
                self.alt(|p| p.kw(Kw::Not))?;
                Ok(())
            }
            _ => Err(Fail::No),
        }
    }

    // Arithmetic.

    pub fn bitwise_or(&mut self) -> P {
        self.memo(Rule::BitwiseOr, |p| p.binary(0))
    }

    fn binary(&mut self, level: usize) -> P {
        match level {
            TERM if self.mistakes => {
                self.alt(Self::not_after_sign)?;
            }
            SHIFT if self.mistakes => {
                self.alt(Self::not_after_operator)?;
            }
            _ => {}
        }
        if level == SUM {
            return self.memo(Rule::Sum, |p| p.operations(SUM));
        }
        if level > TERM { self.factor() } else { self.operations(level) }
    }

    fn operations(&mut self, level: usize) -> P {
        let start = self.start()?;
        let mut left = self.binary(level + 1)?;
        while self
            .alt(|p| {
                p.one_of(LEVELS[level])?;
                // Only the first operand of a shift is looked at for a misplaced `not`.
                if level + 1 > TERM { p.factor() } else { p.binary(level + 1) }
            })?
            .is_some()
        {
            left = self.node(Kind::Operation, start, Vec::new());
        }
        Ok(left)
    }

    fn not_after_operator(&mut self) -> P {
        self.binary(SUM)?;
        self.one_of(&[Op::Plus, Op::Minus, Op::Star, Op::Slash, Op::Percent, Op::DoubleSlash, Op::At])?;
        let word = self.kw(Kw::Not)?;
        let operand = self.inversion()?;
        self.raise(word.start, operand.end, "'not' after an operator must be parenthesized")
    }

    fn not_after_sign(&mut self) -> P {
        self.one_of(&[Op::Plus, Op::Minus, Op::Tilde])?;
        let word = self.kw(Kw::Not)?;
        let operand = self.factor()?;
        self.raise(word.start, operand.end, "'not' after an operator must be parenthesized")
    }

    fn factor(&mut self) -> P {
        self.memo(Rule::Factor, |p| {
            let start = p.start()?;
            if p.alt(|p| p.one_of(&[Op::Plus, Op::Minus, Op::Tilde]))?.is_some() {
                p.factor()?;
                return Ok(p.node(Kind::Operation, start, Vec::new()));
            }
            p.power()
        })
    }

    fn power(&mut self) -> P {
        let start = self.start()?;
        let base = self.await_primary()?;
        let exponent = self.alt(|p| {
            p.op(Op::DoubleStar)?;
            p.factor()
        })?;
        if exponent.is_none() { Ok(base) } else { Ok(self.node(Kind::Operation, start, Vec::new())) }
    }

    fn await_primary(&mut self) -> P {
        let start = self.start()?;
        if self.alt(|p| p.kw(Kw::Await))?.is_none() {
            return self.primary();
        }
        self.primary()?;
        Ok(self.node(Kind::Await, start, Vec::new()))
    }

    /// One of these keywords as an expression.
    pub fn constant_word(&mut self, words: &[Kw]) -> P {
        let token = self.peek()?;
        match token.kind {
            T::Kw(word) if words.contains(&word) => {
                self.pos += 1;
                let noun = match word {
                    Kw::True => "True",
                    Kw::False => "False",
                    _ => "None",
                };
                Ok(Rc::new(Node { kind: Kind::Constant(noun), start: token.start, end: token.end, parts: vec![] }))
            }
            _ => Err(Fail::No),
        }
    }
}
