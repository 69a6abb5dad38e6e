//! The file, and simple statements.

use super::node::{Kind, N, Node, Purpose};
use super::reader::{Fail, P, Reader, Rule, first};
use super::token::{Kw, Op, T};
use std::rc::Rc;

const AUGMENTED: [Op; 13] = [
    Op::PlusEqual,
    Op::MinEqual,
    Op::StarEqual,
    Op::AtEqual,
    Op::SlashEqual,
    Op::PercentEqual,
    Op::AmperEqual,
    Op::VBarEqual,
    Op::CircumflexEqual,
    Op::LeftShiftEqual,
    Op::RightShiftEqual,
    Op::DoubleStarEqual,
    Op::DoubleSlashEqual,
];

/// A node for a statement, of which nothing is asked.
pub(super) fn done() -> N {
    Rc::new(Node { kind: Kind::Other, start: 0, end: 0, parts: Vec::new() })
}

impl Reader<'_> {
    /// A whole file.
    pub fn file(&mut self) -> P<()> {
        self.many(|p| {
            let began = (p.pos, p.last_statement);
            p.statement()?;
            p.statements = [p.statements[1], began];
            p.forget();
            Ok(())
        })?;
        self.tok(T::End).map(|_| ())
    }

    pub fn statements(&mut self) -> P<()> {
        self.some(Self::statement).map(|_| ())
    }

    fn statement(&mut self) -> P<()> {
        let start = self.start()?;
        if self.alt(Self::compound_statement)?.is_some() {
            self.last_statement = Some(start);
            return Ok(());
        }
        self.simple_statements()
    }

    pub fn simple_statements(&mut self) -> P<()> {
        self.separated(Op::Semi, Self::simple_statement)?;
        self.maybe(Op::Semi)?;
        self.tok(T::Newline).map(|_| ())
    }

    pub fn simple_statement(&mut self) -> P {
        self.memo(Rule::SimpleStatement, |p| {
            if p.alt(Self::assignment)?.is_some() {
                return Ok(done());
            }
            if p.alt(Self::type_alias)?.is_some() || p.alt(Self::star_expressions)?.is_some() {
                return Ok(done());
            }
            p.keyword_statement().map(|()| done())
        })
    }

    fn keyword_statement(&mut self) -> P<()> {
        let T::Kw(word) = self.kind()? else { return Err(Fail::No) };
        match word {
            Kw::Return => {
                self.pos += 1;
                self.alt(Self::star_expressions).map(|_| ())
            }
            Kw::Import | Kw::From => self.import(),
            Kw::Raise => self.raise_statement(),
            Kw::Pass | Kw::Break | Kw::Continue => {
                self.pos += 1;
                Ok(())
            }
            Kw::Del => self.del_statement(),
            Kw::Yield => self.yield_expression().map(|_| ()),
            Kw::Assert => self.assert_statement(),
            Kw::Global | Kw::Nonlocal => {
                self.pos += 1;
                self.commas(|p| p.tok(T::Name)).map(|_| ())
            }
            _ => Err(Fail::No),
        }
    }

    fn raise_statement(&mut self) -> P<()> {
        self.kw(Kw::Raise)?;
        if self.alt(Self::expression)?.is_some() {
            self.alt(|p| {
                p.kw(Kw::From)?;
                p.expression()
            })?;
        }
        Ok(())
    }

    fn assert_statement(&mut self) -> P<()> {
        self.kw(Kw::Assert)?;
        self.expression()?;
        self.alt(|p| {
            p.op(Op::Comma)?;
            p.expression()
        })
        .map(|_| ())
    }

    fn del_statement(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.kw(Kw::Del)?;
                p.del_targets()?;
                let ends = p.is_op(Op::Semi)? || p.kind()? == T::Newline;
                p.require(ends)
            },
            |p: &mut Self| {
                p.require(p.mistakes)?;
                p.kw(Kw::Del)?;
                let targets = p.star_expressions()?;
                p.raise_invalid_target(&targets, Purpose::Delete)
            },
        )
    }

    fn type_alias(&mut self) -> P<()> {
        self.soft("type")?;
        self.tok(T::Name)?;
        self.alt(Self::type_params)?;
        self.op(Op::Equal)?;
        self.expression().map(|_| ())
    }

    // Assignments.

    fn assignment(&mut self) -> P<()> {
        for annotated in [Self::annotated_name, Self::annotated_place, Self::plain_assignment] {
            if self.alt(annotated)?.is_some() {
                return Ok(());
            }
        }
        let augmented = self.alt(|p| {
            p.single_target()?;
            p.one_of(&AUGMENTED)
        })?;
        if augmented.is_some() {
            return self.assigned_value().map(|_| ());
        }
        self.require(self.mistakes)?;
        self.wrong_assignment()
    }

    fn annotated_name(&mut self) -> P<()> {
        self.tok(T::Name)?;
        self.annotation()
    }

    fn annotated_place(&mut self) -> P<()> {
        let parenthesized = self.alt(|p| {
            p.op(Op::LPar)?;
            p.single_target()?;
            p.op(Op::RPar)
        })?;
        if parenthesized.is_none() {
            self.place_target()?;
        }
        self.annotation()
    }

    fn annotation(&mut self) -> P<()> {
        self.op(Op::Colon)?;
        self.expression()?;
        self.alt(|p| {
            p.op(Op::Equal)?;
            p.assigned_value()
        })
        .map(|_| ())
    }

    fn targets_and_equal(&mut self) -> P<()> {
        self.star_targets()?;
        self.op(Op::Equal).map(|_| ())
    }

    fn plain_assignment(&mut self) -> P<()> {
        self.some(Self::targets_and_equal)?;
        self.assigned_value()?;
        self.not(|p| p.op(Op::Equal))
    }

    fn wrong_assignment(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                let target = p.sequence_display()?;
                p.op(Op::Colon)?;
                p.expression()?;
                let message = format!("only single target (not {}) can be annotated", target.noun());
                p.raise_node(&target, message)
            },
            |p: &mut Self| {
                let first = p.star_named_expression()?;
                p.op(Op::Comma)?;
                p.many(Self::star_named_expressions)?;
                p.op(Op::Colon)?;
                p.expression()?;
                p.raise_node(&first, "only single target (not tuple) can be annotated")
            },
            |p: &mut Self| {
                let target = p.expression()?;
                p.op(Op::Colon)?;
                p.expression()?;
                p.raise_node(&target, "illegal target for annotation")
            },
            |p: &mut Self| {
                p.many(Self::targets_and_equal)?;
                let target = p.star_expressions()?;
                p.op(Op::Equal)?;
                p.raise_invalid_target(&target, Purpose::Assign)
            },
            |p: &mut Self| {
                p.many(Self::targets_and_equal)?;
                let target = p.yield_expression()?;
                p.op(Op::Equal)?;
                p.raise_node(&target, "assignment to yield expression not possible")
            },
            |p: &mut Self| {
                let target = p.star_expressions()?;
                p.one_of(&AUGMENTED)?;
                p.assigned_value()?;
                let message = format!("'{}' is an illegal expression for augmented assignment", target.noun());
                p.raise_node(&target, message)
            },
        )
    }

    /// A list or tuple, perhaps in parentheses.
    fn sequence_display(&mut self) -> P {
        first!(self;
            Self::list,
            Self::tuple,
            |p: &mut Self| {
                p.op(Op::LPar)?;
                let inner = p.sequence_display()?;
                p.op(Op::RPar)?;
                Ok(inner)
            },
        )
    }

    // Imports.

    fn import(&mut self) -> P<()> {
        if self.mistakes {
            self.alt(Self::wrong_import)?;
        }
        if self.alt(|p| p.kw(Kw::Import))?.is_some() {
            return self.commas(|p| p.imported(Self::dotted_name)).map(|_| ());
        }
        self.kw(Kw::From)?;
        let dots = self.many(|p| p.one_of(&[Op::Dot, Op::Ellipsis]))?;
        let module = self.alt(Self::dotted_name)?;
        self.require(module.is_some() || !dots.is_empty())?;
        self.kw(Kw::Import)?;
        self.imported_names()
    }

    fn dotted_name(&mut self) -> P<()> {
        self.separated(Op::Dot, |p| p.tok(T::Name)).map(|_| ())
    }

    /// A name and `as` another.
    fn imported(&mut self, name: fn(&mut Self) -> P<()>) -> P<()> {
        if self.mistakes {
            self.alt(|p| p.wrong_import_target(name))?;
        }
        name(self)?;
        self.alt(|p| {
            p.kw(Kw::As)?;
            p.tok(T::Name)
        })
        .map(|_| ())
    }

    fn plain_name(&mut self) -> P<()> {
        self.tok(T::Name).map(|_| ())
    }

    fn imported_names(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.op(Op::LPar)?;
                p.commas(|p| p.imported(Self::plain_name))?;
                p.maybe(Op::Comma)?;
                p.op(Op::RPar).map(|_| ())
            },
            |p: &mut Self| {
                p.commas(|p| p.imported(Self::plain_name))?;
                p.not(|p| p.op(Op::Comma))
            },
            |p: &mut Self| p.op(Op::Star).map(|_| ()),
            |p: &mut Self| {
                p.require(p.mistakes)?;
                p.commas(|p| p.imported(Self::plain_name))?;
                p.op(Op::Comma)?;
                p.tok(T::Newline)?;
                p.raise_last("trailing comma not allowed without surrounding parentheses")
            },
            |p: &mut Self| {
                p.require(p.mistakes)?;
                let newline = p.tok(T::Newline)?;
                p.raise_from(newline.start, "Expected one or more names after 'import'")
            },
        )
    }

    fn wrong_import(&mut self) -> P<()> {
        let word = self.kw(Kw::Import)?;
        if let Some(newline) = self.alt(|p| p.tok(T::Newline))? {
            return self.raise_from(newline.start, "Expected one or more names after 'import'");
        }
        self.commas(Self::dotted_name)?;
        self.kw(Kw::From)?;
        self.dotted_name()?;
        self.raise_from(word.start, "Did you mean to use 'from ... import ...' instead?")
    }

    fn wrong_import_target(&mut self, name: fn(&mut Self) -> P<()>) -> P<()> {
        name(self)?;
        self.kw(Kw::As)?;
        self.not(|p| {
            p.tok(T::Name)?;
            let ends = p.at_ops(&[Op::Comma, Op::RPar, Op::Semi])? || p.kind()? == T::Newline;
            p.require(ends)
        })?;
        let target = self.expression()?;
        let message = format!("cannot use {} as import target", target.noun());
        self.raise_node(&target, message)
    }
}
