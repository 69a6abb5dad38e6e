//! The `match` statement. It is not supported, but an error in its form is reported as such.

use super::node::Kind;
use super::reader::{Fail, P, Reader, first};
use super::token::{Kw, Op, T};

impl Reader<'_> {
    pub fn match_statement(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.soft("match")?;
                p.subject()?;
                p.op(Op::Colon)?;
                p.tok(T::Newline)?;
                p.tok(T::Indent)?;
                p.some(Self::case_block)?;
                p.tok(T::Dedent).map(|_| ())
            },
            Self::wrong_match,
        )
    }

    fn wrong_match(&mut self) -> P<()> {
        self.require(self.mistakes)?;
        let word = self.soft("match")?;
        self.subject()?;
        if self.alt(|p| p.tok(T::Newline))?.is_some() {
            return self.raise_last("expected ':'");
        }
        self.missing_block(word, "'match' statement")
    }

    fn subject(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.star_named_expression()?;
                p.op(Op::Comma)?;
                p.alt(Self::star_named_expressions).map(|_| ())
            },
            |p: &mut Self| p.named_expression().map(|_| ()),
        )
    }

    fn case_block(&mut self) -> P<()> {
        if self.mistakes {
            self.alt(Self::wrong_case)?;
        }
        self.soft("case")?;
        self.patterns()?;
        self.alt(Self::guard)?;
        self.op(Op::Colon)?;
        self.block().map(|_| ())
    }

    fn wrong_case(&mut self) -> P<()> {
        let word = self.soft("case")?;
        self.patterns()?;
        self.alt(Self::guard)?;
        if self.alt(|p| p.tok(T::Newline))?.is_some() {
            return self.raise_last("expected ':'");
        }
        self.missing_block(word, "'case' statement")
    }

    fn guard(&mut self) -> P {
        self.kw(Kw::If)?;
        self.named_expression()
    }

    fn patterns(&mut self) -> P<()> {
        first!(self; Self::open_sequence, Self::pattern)
    }

    fn pattern(&mut self) -> P<()> {
        first!(self; Self::as_pattern, Self::or_pattern)
    }

    fn as_pattern(&mut self) -> P<()> {
        self.or_pattern()?;
        self.kw(Kw::As)?;
        if self.alt(Self::capture)?.is_some() {
            return Ok(());
        }
        self.require(self.mistakes)?;
        if let Some(word) = self.alt(|p| p.soft("_"))? {
            return self.raise_token(word, "cannot use '_' as a target");
        }
        let target = self.expression()?;
        let message = format!("cannot use {} as pattern target", target.noun());
        self.raise_node(&target, message)
    }

    fn or_pattern(&mut self) -> P<()> {
        self.separated(Op::VBar, Self::closed_pattern).map(|_| ())
    }

    fn closed_pattern(&mut self) -> P<()> {
        first!(self;
            Self::literal_pattern,
            Self::capture,
            |p: &mut Self| p.soft("_").map(|_| ()),
            Self::value_pattern,
            |p: &mut Self| {
                p.op(Op::LPar)?;
                p.pattern()?;
                p.op(Op::RPar).map(|_| ())
            },
            Self::sequence_pattern,
            Self::mapping_pattern,
            Self::class_pattern,
        )
    }

    fn literal_pattern(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.signed_number()?;
                if p.one_of_signs()? {
                    p.tok(T::Number)?;
                }
                Ok(())
            },
            |p: &mut Self| {
                let string = p.strings()?;
                p.require(string.kind != Kind::TString)
            },
            |p: &mut Self| p.constant_word(&[Kw::None, Kw::True, Kw::False]).map(|_| ()),
        )
    }

    fn one_of_signs(&mut self) -> P<bool> {
        Ok(self.alt(|p| p.one_of(&[Op::Plus, Op::Minus]))?.is_some())
    }

    fn signed_number(&mut self) -> P<()> {
        self.maybe(Op::Minus)?;
        self.tok(T::Number).map(|_| ())
    }

    fn capture(&mut self) -> P<()> {
        self.not(|p| p.soft("_"))?;
        self.tok(T::Name)?;
        self.not(|p| p.one_of(&[Op::Dot, Op::LPar, Op::Equal]))
    }

    fn value_pattern(&mut self) -> P<()> {
        self.dotted_value()?;
        self.not(|p| p.one_of(&[Op::Dot, Op::LPar, Op::Equal]))
    }

    /// A name with at least one attribute.
    fn dotted_value(&mut self) -> P<()> {
        self.tok(T::Name)?;
        self.some(|p| {
            p.op(Op::Dot)?;
            p.tok(T::Name)
        })
        .map(|_| ())
    }

    fn sequence_pattern(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.op(Op::LSqb)?;
                p.alt(Self::sequence_items)?;
                p.op(Op::RSqb).map(|_| ())
            },
            |p: &mut Self| {
                p.op(Op::LPar)?;
                p.alt(Self::open_sequence)?;
                p.op(Op::RPar).map(|_| ())
            },
        )
    }

    fn open_sequence(&mut self) -> P<()> {
        self.maybe_star_pattern()?;
        self.op(Op::Comma)?;
        self.alt(Self::sequence_items).map(|_| ())
    }

    fn sequence_items(&mut self) -> P<()> {
        self.commas(Self::maybe_star_pattern)?;
        self.maybe(Op::Comma).map(|_| ())
    }

    fn maybe_star_pattern(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.op(Op::Star)?;
                first!(p; Self::capture, |p: &mut Self| p.soft("_").map(|_| ()))
            },
            Self::pattern,
        )
    }

    fn mapping_pattern(&mut self) -> P<()> {
        self.op(Op::LBrace)?;
        self.alt(|p| {
            p.commas(|p| {
                first!(p; Self::mapping_item, |p: &mut Self| {
                    p.op(Op::DoubleStar)?;
                    p.capture()
                })
            })?;
            p.maybe(Op::Comma)
        })?;
        self.op(Op::RBrace).map(|_| ())
    }

    fn mapping_item(&mut self) -> P<()> {
        if self.alt(Self::literal_pattern)?.is_none() {
            self.dotted_value()?;
        }
        self.op(Op::Colon)?;
        self.pattern()
    }

    fn class_pattern(&mut self) -> P<()> {
        self.tok(T::Name)?;
        self.many(|p| {
            p.op(Op::Dot)?;
            p.tok(T::Name)
        })?;
        self.op(Op::LPar)?;
        let open = self.pos;
        let correct = self.alt(|p| {
            p.alt(|p| {
                p.class_arguments()?;
                p.maybe(Op::Comma)
            })?;
            p.op(Op::RPar)
        })?;
        if correct.is_some() {
            return Ok(());
        }
        self.require(self.mistakes)?;
        self.pos = open;
        self.alt(|p| {
            p.commas(Self::pattern)?;
            p.op(Op::Comma)
        })?;
        self.commas(Self::keyword_pattern)?;
        self.op(Op::Comma)?;
        let start = self.start()?;
        self.commas(Self::pattern)?;
        let end = self.last().end;
        self.raise(start, end, "positional patterns follow keyword patterns")
    }

    fn class_arguments(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.commas(Self::pattern)?;
                p.alt(|p| {
                    p.op(Op::Comma)?;
                    p.commas(Self::keyword_pattern)
                })
                .map(|_| ())
            },
            |p: &mut Self| p.commas(Self::keyword_pattern).map(|_| ()),
        )
    }

    fn keyword_pattern(&mut self) -> P<()> {
        self.tok(T::Name)?;
        self.op(Op::Equal)?;
        self.pattern()
    }
}
