//! Compound statements.

use super::node::{N, Purpose};
use super::reader::{Fail, P, Reader, Rule, first};
use super::statement::done;
use super::token::{Kw, Op, T, Tok};

impl Reader<'_> {
    pub fn compound_statement(&mut self) -> P<()> {
        if let T::Op(Op::At) = self.kind()? {
            return first!(self; Self::function, Self::class);
        }
        if let T::Kw(word) = self.kind()? {
            let readers: &[fn(&mut Self) -> P<()>] = match word {
                Kw::Def => &[Self::function],
                Kw::Async => &[Self::function, Self::with_statement, Self::for_statement],
                Kw::If => &[Self::if_statement],
                Kw::Class => &[Self::class],
                Kw::With => &[Self::with_statement],
                Kw::For => &[Self::for_statement],
                Kw::Try => &[Self::try_statement],
                Kw::While => &[Self::while_statement],
                _ => &[],
            };
            for reader in readers {
                if self.alt(reader)?.is_some() {
                    return Ok(());
                }
            }
            return Err(Fail::No);
        }
        self.match_statement()
    }

    pub fn block(&mut self) -> P {
        self.memo(Rule::Block, |p| {
            let indented = p.alt(|p| {
                p.tok(T::Newline)?;
                p.tok(T::Indent)?;
                p.statements()?;
                p.tok(T::Dedent)
            })?;
            if indented.is_some() || p.alt(Self::simple_statements)?.is_some() {
                return Ok(done());
            }
            p.require(p.mistakes)?;
            p.tok(T::Newline)?;
            p.not(|p| p.tok(T::Indent))?;
            p.raise_indentation("expected an indented block")
        })
    }

    fn async_word(&mut self) -> P<()> {
        self.alt(|p| p.kw(Kw::Async)).map(|_| ())
    }

    // Definitions.

    fn decorators(&mut self) -> P<()> {
        self.many(|p| {
            p.op(Op::At)?;
            p.named_expression()?;
            p.tok(T::Newline)
        })
        .map(|_| ())
    }

    fn class(&mut self) -> P<()> {
        self.decorators()?;
        if self.mistakes {
            self.alt(|p| {
                let word = p.class_header()?;
                if p.alt(|p| p.tok(T::Newline))?.is_some() {
                    return p.raise_last("expected ':'");
                }
                p.missing_block::<()>(word, "class definition")
            })?;
        }
        self.class_header()?;
        self.op(Op::Colon)?;
        self.block().map(|_| ())
    }

    fn class_header(&mut self) -> P<Tok> {
        let word = self.kw(Kw::Class)?;
        self.tok(T::Name)?;
        self.alt(Self::type_params)?;
        self.alt(|p| {
            p.op(Op::LPar)?;
            p.alt(Self::arguments)?;
            p.op(Op::RPar)
        })?;
        Ok(word)
    }

    fn function(&mut self) -> P<()> {
        self.decorators()?;
        if self.mistakes {
            self.alt(|p| {
                let word = p.function_header(false)?;
                p.missing_block::<()>(word, "function definition")
            })?;
            let complete = self.alt(|p| {
                p.function_header(true)?;
                p.forced(Op::Colon, ":")?;
                p.block()
            })?;
            if complete.is_some() {
                return Ok(());
            }
        }
        self.function_header(false)?;
        self.op(Op::Colon)?;
        self.block().map(|_| ())
    }

    /// Up to the colon; with `forced`, a missing parenthesis is reported.
    fn function_header(&mut self, forced: bool) -> P<Tok> {
        self.async_word()?;
        let word = self.kw(Kw::Def)?;
        self.tok(T::Name)?;
        self.alt(Self::type_params)?;
        if forced {
            self.forced(Op::LPar, "(")?
        } else {
            self.op(Op::LPar)?
        };
        self.alt(|p| p.parameters(false))?;
        self.op(Op::RPar)?;
        self.alt(|p| {
            p.op(Op::RArrow)?;
            p.expression()
        })?;
        Ok(word)
    }

    // Conditions and loops.

    fn if_statement(&mut self) -> P<()> {
        self.conditional_block(Kw::If, "'if' statement")?;
        self.rest_of_if()
    }

    fn rest_of_if(&mut self) -> P<()> {
        while self.alt(|p| p.conditional_block(Kw::Elif, "'elif' statement"))?.is_some() {}
        self.alt(Self::else_block).map(|_| ())
    }

    /// Keyword, condition, colon and block.
    fn conditional_block(&mut self, word: Kw, what: &str) -> P<()> {
        if self.mistakes {
            self.alt(|p| {
                p.kw(word)?;
                p.named_expression()?;
                p.missing_colon::<()>()
            })?;
            self.alt(|p| {
                let header = p.kw(word)?;
                p.named_expression()?;
                p.missing_block::<()>(header, what)
            })?;
        }
        self.kw(word)?;
        self.named_expression()?;
        self.op(Op::Colon)?;
        self.block().map(|_| ())
    }

    fn else_block(&mut self) -> P<()> {
        if self.mistakes {
            self.alt(|p| {
                let word = p.kw(Kw::Else)?;
                p.missing_block::<()>(word, "'else' statement")
            })?;
            self.alt(|p| {
                p.kw(Kw::Else)?;
                p.op(Op::Colon)?;
                p.block()?;
                p.kw(Kw::Elif)?;
                p.raise_last::<()>("'elif' block follows an 'else' block")
            })?;
        }
        self.kw(Kw::Else)?;
        self.forced(Op::Colon, ":")?;
        self.block().map(|_| ())
    }

    fn while_statement(&mut self) -> P<()> {
        self.conditional_block(Kw::While, "'while' statement")?;
        self.alt(Self::else_block).map(|_| ())
    }

    fn for_statement(&mut self) -> P<()> {
        if self.mistakes {
            self.alt(|p| {
                p.for_header()?;
                p.missing_colon::<()>()
            })?;
            self.alt(|p| {
                let word = p.for_header()?;
                p.missing_block::<()>(word, "'for' statement")
            })?;
        }
        let committed = self.alt(|p| {
            p.async_word()?;
            p.kw(Kw::For)?;
            p.star_targets()?;
            p.kw(Kw::In)
        })?;
        if committed.is_none() {
            self.require(self.mistakes)?;
            return self.wrong_for_target().map(|_| ());
        }
        self.star_expressions()?;
        self.op(Op::Colon)?;
        self.block()?;
        self.alt(Self::else_block).map(|_| ())
    }

    fn for_header(&mut self) -> P<Tok> {
        self.async_word()?;
        let word = self.kw(Kw::For)?;
        self.star_targets()?;
        self.kw(Kw::In)?;
        self.star_expressions()?;
        Ok(word)
    }

    // With.

    fn with_statement(&mut self) -> P<()> {
        if self.mistakes {
            for parenthesized in [false, true] {
                self.alt(|p| {
                    let word = p.with_header(parenthesized)?;
                    p.missing_block::<()>(word, "'with' statement")
                })?;
            }
        }
        let correct = self.alt(|p| {
            p.async_word()?;
            p.kw(Kw::With)?;
            p.op(Op::LPar)?;
            p.commas(Self::with_item)?;
            p.maybe(Op::Comma)?;
            p.op(Op::RPar)?;
            p.op(Op::Colon)?;
            p.block()
        })?;
        if correct.is_some() {
            return Ok(());
        }
        let correct = self.alt(|p| {
            p.async_word()?;
            p.kw(Kw::With)?;
            p.commas(Self::with_item)?;
            p.op(Op::Colon)?;
            p.block()
        })?;
        if correct.is_some() {
            return Ok(());
        }
        self.require(self.mistakes)?;
        for parenthesized in [false, true] {
            self.alt(|p| {
                p.with_header(parenthesized)?;
                p.missing_colon::<()>()
            })?;
        }
        Err(Fail::No)
    }

    /// The items of a wrong statement.
    fn with_header(&mut self, parenthesized: bool) -> P<Tok> {
        self.async_word()?;
        let word = self.kw(Kw::With)?;
        if parenthesized {
            self.op(Op::LPar)?;
        }
        self.commas(|p| {
            if parenthesized {
                p.expressions()?
            } else {
                p.expression()?
            };
            p.alt(|p| {
                p.kw(Kw::As)?;
                p.star_target()
            })
        })?;
        if parenthesized {
            self.maybe(Op::Comma)?;
            self.op(Op::RPar)?;
        }
        Ok(word)
    }

    fn with_item(&mut self) -> P {
        first!(self;
            |p: &mut Self| {
                let value = p.expression()?;
                p.kw(Kw::As)?;
                p.star_target()?;
                p.ends_with_item()?;
                Ok(value)
            },
            |p: &mut Self| {
                p.require(p.mistakes)?;
                p.expression()?;
                p.kw(Kw::As)?;
                let target = p.expression()?;
                p.ends_with_item()?;
                p.raise_invalid_target(&target, Purpose::Assign)
            },
            Self::expression,
        )
    }

    fn ends_with_item(&mut self) -> P<()> {
        let ends = self.at_ops(&[Op::Comma, Op::RPar, Op::Colon])?;
        self.require(ends)
    }

    // Try.

    fn try_statement(&mut self) -> P<()> {
        if self.mistakes {
            self.alt(Self::wrong_try)?;
        }
        self.kw(Kw::Try)?;
        self.forced(Op::Colon, ":")?;
        self.block()?;
        if self.alt(Self::finally_block)?.is_some() {
            return Ok(());
        }
        let after_block = self.pos;
        let plain = self.many(|p| p.except_block(false))?;
        if plain.is_empty() {
            self.pos = after_block;
            self.some(|p| p.except_block(true))?;
        }
        self.alt(Self::else_block)?;
        self.alt(Self::finally_block).map(|_| ())
    }

    fn wrong_try(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                let word = p.kw(Kw::Try)?;
                p.missing_block(word, "'try' statement")
            },
            |p: &mut Self| {
                p.kw(Kw::Try)?;
                p.op(Op::Colon)?;
                p.block()?;
                let handled = p.is_kw(Kw::Except)? || p.is_kw(Kw::Finally)?;
                p.require(!handled)?;
                p.raise_last("expected 'except' or 'finally' block")
            },
            |p: &mut Self| p.mixed_handlers(false),
            |p: &mut Self| p.mixed_handlers(true),
        )
    }

    /// `except` and `except*` on one `try`; `star` tells which comes first.
    fn mixed_handlers(&mut self, star: bool) -> P<()> {
        self.kw(Kw::Try)?;
        self.op(Op::Colon)?;
        self.many(Self::block)?;
        self.some(|p| p.except_block(star))?;
        let word = self.kw(Kw::Except)?;
        let mut end = word.end;
        if star {
            self.alt(|p| {
                p.expression()?;
                p.as_name()
            })?;
        } else {
            end = self.op(Op::Star)?.end;
            self.expression()?;
            self.as_name()?;
        }
        self.op(Op::Colon)?;
        self.raise(word.start, end, "cannot have both 'except' and 'except*' on the same 'try'")
    }

    fn as_name(&mut self) -> P<()> {
        self.alt(|p| {
            p.kw(Kw::As)?;
            p.tok(T::Name)
        })
        .map(|_| ())
    }

    fn except_word(&mut self, star: bool) -> P<Tok> {
        let word = self.kw(Kw::Except)?;
        if star {
            self.op(Op::Star)?;
        }
        Ok(word)
    }

    fn except_block(&mut self, star: bool) -> P {
        let what = if star { "'except*' statement" } else { "'except' statement" };
        if self.mistakes {
            self.alt(|p| {
                let word = p.except_word(star)?;
                p.expression()?;
                p.as_name()?;
                p.missing_block::<()>(word, what)
            })?;
            self.alt(|p| {
                p.require(!star)?;
                let word = p.except_word(star)?;
                p.missing_block::<()>(word, what)
            })?;
        }
        first!(self;
            |p: &mut Self| {
                p.except_word(star)?;
                p.expression()?;
                p.op(Op::Colon)?;
                p.block()
            },
            |p: &mut Self| {
                p.except_word(star)?;
                p.expression()?;
                p.kw(Kw::As)?;
                p.tok(T::Name)?;
                p.op(Op::Colon)?;
                p.block()
            },
            |p: &mut Self| {
                p.except_word(star)?;
                p.expressions()?;
                p.op(Op::Colon)?;
                p.block()
            },
            |p: &mut Self| {
                p.require(!star)?;
                p.except_word(star)?;
                p.op(Op::Colon)?;
                p.block()
            },
            |p: &mut Self| {
                p.require(p.mistakes)?;
                p.wrong_except(star)
            },
        )
    }

    fn wrong_except(&mut self, star: bool) -> P<N> {
        first!(self;
            |p: &mut Self| {
                p.except_word(star)?;
                let first = p.expression()?;
                p.op(Op::Comma)?;
                p.expressions()?;
                p.kw(Kw::As)?;
                p.tok(T::Name)?;
                p.op(Op::Colon)?;
                p.raise_from(first.start, "multiple exception types must be parenthesized when using 'as'")
            },
            |p: &mut Self| {
                p.except_word(star)?;
                p.expression()?;
                p.as_name()?;
                p.missing_colon()
            },
            |p: &mut Self| {
                p.except_word(star)?;
                if star {
                    let ends = p.kind()? == T::Newline || p.is_op(Op::Colon)?;
                    p.require(ends)?;
                    p.pos += 1;
                    return p.raise_last("expected one or more exception types");
                }
                p.missing_colon()
            },
            |p: &mut Self| {
                p.except_word(star)?;
                p.expression()?;
                p.kw(Kw::As)?;
                let target = p.expression()?;
                p.op(Op::Colon)?;
                p.block()?;
                let word = if star { "except*" } else { "except" };
                let message = format!("cannot use {word} statement with {}", target.noun());
                p.raise_node(&target, message)
            },
        )
    }

    fn finally_block(&mut self) -> P<()> {
        if self.mistakes {
            self.alt(|p| {
                let word = p.kw(Kw::Finally)?;
                p.missing_block::<()>(word, "'finally' statement")
            })?;
        }
        self.kw(Kw::Finally)?;
        self.forced(Op::Colon, ":")?;
        self.block().map(|_| ())
    }
}
