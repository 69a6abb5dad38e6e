//! Primaries, atoms, displays and comprehensions.

use super::node::{Kind, N, Purpose};
use super::reader::{Fail, P, Reader, Rule, first};
use super::token::{Kw, Op, Problem, T, Tok};
use crate::front::syntax_error::SyntaxErrorKind;

impl Reader<'_> {
    pub fn primary(&mut self) -> P {
        self.memo(Rule::Primary, |p| {
            let start = p.start()?;
            let mut left = p.atom()?;
            while let Some(kind) = p.alt(Self::trailer)? {
                left = p.node(kind, start, vec![left]);
            }
            Ok(left)
        })
    }

    /// `.name`, `(…)` or `[…]` after a primary.
    pub fn trailer(&mut self) -> P<Kind> {
        // A generator expression may follow as an only argument; its mistake rules look at any bracket.
        if self.mistakes && self.at_ops(&[Op::LSqb, Op::LBrace])? {
            self.alt(Self::wrong_comprehension)?;
        }
        match self.kind()? {
            T::Op(Op::Dot) => {
                self.pos += 1;
                self.tok(T::Name)?;
                Ok(Kind::Attribute)
            }
            T::Op(Op::LPar) => {
                if self.alt(Self::genexp)?.is_some() {
                    return Ok(Kind::Call);
                }
                self.op(Op::LPar)?;
                self.alt(Self::arguments)?;
                self.op(Op::RPar)?;
                Ok(Kind::Call)
            }
            T::Op(Op::LSqb) => {
                self.pos += 1;
                self.slices()?;
                self.op(Op::RSqb)?;
                Ok(Kind::Subscript)
            }
            _ => Err(Fail::No),
        }
    }

    fn slices(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.slice()?;
                p.not(|p| p.op(Op::Comma))
            },
            |p: &mut Self| {
                p.commas(|p| first!(p; Self::slice, |p: &mut Self| p.starred_argument().map(|_| ())))?;
                p.maybe(Op::Comma)?;
                Ok(())
            },
        )
    }

    fn slice(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.alt(Self::expression)?;
                p.op(Op::Colon)?;
                p.alt(Self::expression)?;
                if p.maybe(Op::Colon)?.is_some() {
                    p.alt(Self::expression)?;
                }
                Ok(())
            },
            |p: &mut Self| p.named_expression().map(|_| ()),
        )
    }

    pub fn atom(&mut self) -> P {
        let token = self.peek()?;
        match token.kind {
            T::Name => self.name(),
            T::Kw(Kw::True | Kw::False | Kw::None) => self.constant_word(&[Kw::True, Kw::False, Kw::None]),
            T::Str | T::FStart | T::TemplateStart => self.strings(),
            T::Number => self.number(token),
            T::Op(Op::Ellipsis) => {
                self.pos += 1;
                Ok(self.leaf(Kind::Constant("ellipsis"), token))
            }
            T::Op(Op::LPar) => first!(self; Self::tuple, Self::group, Self::genexp),
            T::Op(Op::LSqb) => first!(self; Self::list, Self::list_comprehension),
            T::Op(Op::LBrace) => {
                first!(self; Self::dict, Self::set, Self::dict_comprehension, Self::set_comprehension)
            }
            _ => Err(Fail::No),
        }
    }

    /// A number; decimal integers have a limit on their digits.
    fn number(&mut self, token: Tok) -> P {
        self.pos += 1;
        let text = self.token_text(token);
        let digits = text.bytes().filter(|&b| b != b'_').count();
        if digits > 4300 && text.bytes().all(|b| b.is_ascii_digit() || b == b'_') {
            let (line, _) = self.place(token.start);
            let problem = Problem {
                kind: SyntaxErrorKind::SyntaxError,
                message: too_many_digits(digits),
                line,
                col: 0,
                end_line: line,
                end_col: 0,
            };
            return self.halt(problem);
        }
        Ok(self.leaf(Kind::Constant("literal"), token))
    }

    fn group(&mut self) -> P {
        first!(self;
            |p: &mut Self| {
                p.op(Op::LPar)?;
                let inner = first_of(p, Self::yield_expression, Self::named_expression)?;
                p.op(Op::RPar)?;
                Ok(inner)
            },
            Self::wrong_group,
        )
    }

    fn wrong_group(&mut self) -> P {
        self.require(self.mistakes)?;
        first!(self;
            |p: &mut Self| {
                p.op(Op::LPar)?;
                let starred = p.starred_argument()?;
                p.op(Op::RPar)?;
                p.raise_node(&starred, "cannot use starred expression here")
            },
            |p: &mut Self| {
                p.op(Op::LPar)?;
                let stars = p.op(Op::DoubleStar)?;
                p.expression()?;
                p.op(Op::RPar)?;
                p.raise_token(stars, "cannot use double starred expression here")
            },
        )
    }

    pub fn list(&mut self) -> P {
        let start = self.start()?;
        self.op(Op::LSqb)?;
        let items = self.alt(Self::star_named_expressions)?.unwrap_or_default();
        self.op(Op::RSqb)?;
        Ok(self.node(Kind::List, start, items))
    }

    pub fn tuple(&mut self) -> P {
        let start = self.start()?;
        self.op(Op::LPar)?;
        let items = self.alt(|p| {
            let mut items = vec![p.star_named_expression()?];
            p.op(Op::Comma)?;
            items.extend(p.alt(Self::star_named_expressions)?.unwrap_or_default());
            Ok(items)
        })?;
        self.op(Op::RPar)?;
        Ok(self.node(Kind::Tuple, start, items.unwrap_or_default()))
    }

    fn set(&mut self) -> P {
        let start = self.start()?;
        self.op(Op::LBrace)?;
        self.star_named_expressions()?;
        self.op(Op::RBrace)?;
        Ok(self.node(Kind::Set, start, Vec::new()))
    }

    // Dicts.

    fn dict(&mut self) -> P {
        first!(self;
            |p: &mut Self| {
                let start = p.start()?;
                p.op(Op::LBrace)?;
                p.alt(|p| {
                    p.commas(Self::dict_item)?;
                    p.maybe(Op::Comma)
                })?;
                p.op(Op::RBrace)?;
                Ok(p.node(Kind::Dict, start, Vec::new()))
            },
            |p: &mut Self| {
                p.op(Op::LBrace)?;
                p.wrong_dict_items()
            },
        )
    }

    fn dict_item(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.op(Op::DoubleStar)?;
                p.bitwise_or().map(|_| ())
            },
            Self::key_and_value,
        )
    }

    fn key_and_value(&mut self) -> P<()> {
        self.expression()?;
        self.op(Op::Colon)?;
        self.expression().map(|_| ())
    }

    /// Applies in both readings.
    fn wrong_dict_items(&mut self) -> P {
        first!(self;
            |p: &mut Self| {
                p.commas(Self::dict_item)?;
                p.op(Op::Comma)?;
                first!(p;
                    |p: &mut Self| {
                        let key = p.expression()?;
                        p.not(|p| p.op(Op::Colon))?;
                        p.missing_value(&key)
                    },
                    Self::starred_value,
                    Self::empty_value,
                )
            },
            Self::starred_value,
            Self::empty_value,
        )
    }

    fn missing_value(&mut self, key: &N) -> P {
        let (line, _) = self.place(key.start);
        let (end_line, end_col) = self.place(key.end);
        self.halt(Problem {
            kind: SyntaxErrorKind::SyntaxError,
            message: "':' expected after dictionary key".to_owned(),
            line,
            col: end_col - 1,
            end_line,
            end_col: 0,
        })
    }

    fn starred_value(&mut self) -> P {
        self.expression()?;
        self.op(Op::Colon)?;
        let star = self.op(Op::Star)?;
        self.bitwise_or()?;
        self.raise_from(star.start, "cannot use a starred expression in a dictionary value")
    }

    fn empty_value(&mut self) -> P {
        self.expression()?;
        let colon = self.op(Op::Colon)?;
        let ends = self.at_ops(&[Op::RBrace, Op::Comma])?;
        self.require(ends)?;
        self.raise_token(colon, "expression expected after dictionary key and ':'")
    }

    // Comprehensions.

    /// `for … in …` and conditions, at least once: the last thing in them.
    pub fn for_if_clauses(&mut self) -> P {
        let clauses = self.some(Self::for_if_clause)?;
        clauses.last().cloned().ok_or(Fail::No)
    }

    fn for_if_clause(&mut self) -> P {
        let committed = self.alt(|p| {
            p.alt(|p| p.kw(Kw::Async))?;
            p.kw(Kw::For)?;
            p.star_targets()?;
            p.kw(Kw::In)
        })?;
        if committed.is_none() {
            self.require(self.mistakes)?;
            return first!(self; Self::for_without_in, Self::wrong_for_target);
        }
        let iterable = self.disjunction()?;
        let conditions = self.many(|p| {
            p.kw(Kw::If)?;
            p.disjunction()
        })?;
        Ok(conditions.last().cloned().unwrap_or(iterable))
    }

    fn for_without_in(&mut self) -> P {
        self.alt(|p| p.kw(Kw::Async))?;
        self.kw(Kw::For)?;
        self.commas(Self::bitwise_or)?;
        self.maybe(Op::Comma)?;
        self.not(|p| p.kw(Kw::In))?;
        self.raise_last("'in' expected after for-loop variables")
    }

    pub fn wrong_for_target(&mut self) -> P {
        self.alt(|p| p.kw(Kw::Async))?;
        self.kw(Kw::For)?;
        let target = self.star_expressions()?;
        self.raise_invalid_target(&target, Purpose::For)
    }

    fn list_comprehension(&mut self) -> P {
        first!(self;
            |p: &mut Self| p.comprehension(Op::LSqb, Op::RSqb, Kind::ListComprehension, Self::named_expression),
            Self::wrong_comprehension,
        )
    }

    fn set_comprehension(&mut self) -> P {
        first!(self;
            |p: &mut Self| p.comprehension(Op::LBrace, Op::RBrace, Kind::SetComprehension, Self::named_expression),
            Self::wrong_comprehension,
        )
    }

    pub fn genexp(&mut self) -> P {
        self.memo(Rule::Display, |p| {
            first!(p;
                |p: &mut Self| p.comprehension(Op::LPar, Op::RPar, Kind::Generator, Self::maybe_assignment),
                Self::wrong_comprehension,
            )
        })
    }

    fn comprehension(&mut self, open: Op, close: Op, kind: Kind, element: fn(&mut Self) -> P) -> P {
        let start = self.start()?;
        self.op(open)?;
        element(self)?;
        self.for_if_clauses()?;
        self.op(close)?;
        Ok(self.node(kind, start, Vec::new()))
    }

    fn dict_comprehension(&mut self) -> P {
        first!(self;
            |p: &mut Self| {
                let start = p.start()?;
                p.op(Op::LBrace)?;
                p.key_and_value()?;
                p.for_if_clauses()?;
                p.op(Op::RBrace)?;
                Ok(p.node(Kind::DictComprehension, start, Vec::new()))
            },
            |p: &mut Self| {
                p.require(p.mistakes)?;
                p.op(Op::LBrace)?;
                let stars = p.op(Op::DoubleStar)?;
                p.bitwise_or()?;
                p.for_if_clauses()?;
                p.op(Op::RBrace)?;
                p.raise_token(stars, "dict unpacking cannot be used in dict comprehension")
            },
        )
    }

    fn wrong_comprehension(&mut self) -> P {
        self.require(self.mistakes)?;
        first!(self;
            |p: &mut Self| {
                p.one_of(&[Op::LSqb, Op::LPar, Op::LBrace])?;
                let starred = p.starred_argument()?;
                p.for_if_clauses()?;
                p.raise_node(&starred, "iterable unpacking cannot be used in comprehension")
            },
            |p: &mut Self| {
                p.one_of(&[Op::LSqb, Op::LBrace])?;
                let first = p.star_named_expression()?;
                p.op(Op::Comma)?;
                let rest = p.star_named_expressions()?;
                p.for_if_clauses()?;
                let end = rest.last().map_or(first.end, |last| last.end);
                p.raise(first.start, end, "did you forget parentheses around the comprehension target?")
            },
            |p: &mut Self| {
                p.one_of(&[Op::LSqb, Op::LBrace])?;
                let first = p.star_named_expression()?;
                let comma = p.op(Op::Comma)?;
                p.for_if_clauses()?;
                p.raise(first.start, comma.end, "did you forget parentheses around the comprehension target?")
            },
        )
    }
}

fn first_of<'s>(p: &mut Reader<'s>, one: fn(&mut Reader<'s>) -> P, other: fn(&mut Reader<'s>) -> P) -> P {
    first!(p; one, other)
}

/// The message for a decimal integer with too many digits.
fn too_many_digits(digits: usize) -> String {
    format!(
        "Exceeds the limit (4300 digits) for integer string conversion: value has {digits} digits; use \
         sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for huge integer literals \
         to avoid decimal conversion limits."
    )
}
