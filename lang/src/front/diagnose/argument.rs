//! Arguments of calls.

use super::node::{Kind, N, Node};
use super::reader::{Fail, P, Reader, Rule, first};
use super::token::{Kw, Op, T};
use std::rc::Rc;

/// An argument: its value if it is positional or `*unpacked`, and whether it is `**unpacked`.
struct Argument {
    positional: Option<N>,
    unpacks_mapping: bool,
}

impl Reader<'_> {
    pub fn arguments(&mut self) -> P {
        self.memo(Rule::Arguments, |p| {
            first!(p;
                |p: &mut Self| {
                    let args = p.args()?;
                    p.maybe(Op::Comma)?;
                    let closed = p.is_op(Op::RPar)?;
                    p.require(closed)?;
                    Ok(args)
                },
                Self::wrong_arguments,
            )
        })
    }

    /// Positional arguments, then keywords.
    fn args(&mut self) -> P {
        first!(self;
            |p: &mut Self| {
                let start = p.start()?;
                let mut positional = p.positional_arguments()?;
                let keywords = p.alt(|p| {
                    p.op(Op::Comma)?;
                    p.keyword_arguments()
                })?;
                let mapping = collect(keywords.unwrap_or_default(), &mut positional);
                Ok(p.node(Kind::Arguments(mapping), start, positional))
            },
            |p: &mut Self| {
                let start = p.start()?;
                let keywords = p.keyword_arguments()?;
                let mut positional = Vec::new();
                let mapping = collect(keywords, &mut positional);
                Ok(p.node(Kind::Arguments(mapping), start, positional))
            },
        )
    }

    fn positional_arguments(&mut self) -> P<Vec<N>> {
        self.commas(|p| {
            first!(p;
                Self::starred_argument,
                |p: &mut Self| {
                    let value = p.maybe_assignment()?;
                    p.not(|p| p.op(Op::Equal))?;
                    Ok(value)
                },
            )
        })
    }

    fn keyword_arguments(&mut self) -> P<Vec<Argument>> {
        first!(self;
            |p: &mut Self| {
                let mut found = p.commas(|p| p.keyword_argument(false))?;
                p.op(Op::Comma)?;
                found.extend(p.commas(|p| p.keyword_argument(true))?);
                Ok(found)
            },
            |p: &mut Self| p.commas(|p| p.keyword_argument(false)),
            |p: &mut Self| p.commas(|p| p.keyword_argument(true)),
        )
    }

    /// `name=value`, or `*value` (`**value` if `double`).
    fn keyword_argument(&mut self, double: bool) -> P<Argument> {
        if self.mistakes {
            self.alt(Self::wrong_keyword)?;
        }
        first!(self;
            |p: &mut Self| {
                p.tok(T::Name)?;
                p.op(Op::Equal)?;
                p.expression()?;
                Ok(Argument { positional: None, unpacks_mapping: false })
            },
            |p: &mut Self| {
                if double {
                    p.op(Op::DoubleStar)?;
                    p.expression()?;
                    return Ok(Argument { positional: None, unpacks_mapping: true });
                }
                let starred = p.starred_argument()?;
                Ok(Argument { positional: Some(starred), unpacks_mapping: false })
            },
        )
    }

    /// `*expression`.
    pub fn starred_argument(&mut self) -> P {
        if self.mistakes {
            self.alt(|p| {
                let star = p.op(Op::Star)?;
                p.expression()?;
                p.op(Op::Equal)?;
                let value = p.expression()?;
                p.raise::<()>(star.start, value.end, "cannot assign to iterable argument unpacking")
            })?;
        }
        let correct = self.alt(|p| {
            let start = p.start()?;
            p.op(Op::Star)?;
            let value = p.expression()?;
            Ok(p.node(Kind::Starred, start, vec![value]))
        })?;
        if let Some(starred) = correct {
            return Ok(starred);
        }
        self.require(self.mistakes)?;
        self.op(Op::Star)?;
        self.raise_last("Invalid star expression")
    }

    fn wrong_keyword(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                let word = p.constant_word(&[Kw::True, Kw::False, Kw::None])?;
                let equal = p.op(Op::Equal)?;
                let text = p.node_text(&word).to_owned();
                p.raise(word.start, equal.end, format!("cannot assign to {text}"))
            },
            Self::generator_keyword,
            |p: &mut Self| {
                p.not(|p| {
                    p.tok(T::Name)?;
                    p.op(Op::Equal)
                })?;
                let target = p.expression()?;
                let equal = p.op(Op::Equal)?;
                let message = "expression cannot contain assignment, perhaps you meant \"==\"?";
                p.raise(target.start, equal.end, message)
            },
            |p: &mut Self| {
                let stars = p.op(Op::DoubleStar)?;
                p.expression()?;
                p.op(Op::Equal)?;
                let value = p.expression()?;
                p.raise(stars.start, value.end, "cannot assign to keyword argument unpacking")
            },
        )
    }

    fn generator_keyword(&mut self) -> P<()> {
        let name = self.name()?;
        let equal = self.op(Op::Equal)?;
        self.expression()?;
        self.for_if_clauses()?;
        self.raise(name.start, equal.end, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?")
    }

    fn wrong_arguments(&mut self) -> P {
        self.require(self.mistakes)?;
        first!(self;
            Self::unpacking_after_keywords,
            |p: &mut Self| {
                let element = p.expression()?;
                let last = p.for_if_clauses()?;
                p.op(Op::Comma)?;
                p.alt(|p| first!(p;
                    |p: &mut Self| p.args(),
                    |p: &mut Self| {
                        p.expression()?;
                        p.for_if_clauses()
                    },
                ))?;
                p.raise(element.start, last.end, "Generator expression must be parenthesized")
            },
            |p: &mut Self| p.generator_keyword().map(|()| unit()),
            |p: &mut Self| {
                p.alt(|p| {
                    p.args()?;
                    p.op(Op::Comma)
                })?;
                let name = p.name()?;
                let equal = p.op(Op::Equal)?;
                let empty = p.at_ops(&[Op::Comma, Op::RPar])?;
                p.require(empty)?;
                p.raise(name.start, equal.end, "expected argument value expression")
            },
            |p: &mut Self| {
                let args = p.args()?;
                let last = p.for_if_clauses()?;
                let element = match args.parts.as_slice() {
                    [_, .., element] => element.start,
                    _ => return Err(Fail::No),
                };
                p.raise(element, last.end, "Generator expression must be parenthesized")
            },
            |p: &mut Self| {
                p.args()?;
                p.op(Op::Comma)?;
                let element = p.expression()?;
                let last = p.for_if_clauses()?;
                p.raise(element.start, last.end, "Generator expression must be parenthesized")
            },
            |p: &mut Self| {
                let args = p.args()?;
                p.op(Op::Comma)?;
                p.args()?;
                let unpacking = if args.kind == Kind::Arguments(true) { " unpacking" } else { "" };
                p.raise_last(format!("positional argument follows keyword argument{unpacking}"))
            },
        )
    }

    fn unpacking_after_keywords(&mut self) -> P {
        first_keywords(self)?;
        let comma = self.op(Op::Comma)?;
        self.commas(|p| {
            p.starred_argument()?;
            p.not(|p| p.op(Op::Equal))
        })?;
        self.raise_from(comma.start, "iterable argument unpacking follows keyword argument unpacking")
    }
}

fn first_keywords(p: &mut Reader<'_>) -> P<()> {
    first!(p;
        |p: &mut Reader<'_>| {
            p.positional_arguments()?;
            p.op(Op::Comma)?;
            p.keyword_arguments().map(|_| ())
        },
        |p: &mut Reader<'_>| p.keyword_arguments().map(|_| ()),
    )
}

fn unit() -> N {
    Rc::new(Node { kind: Kind::Other, start: 0, end: 0, parts: Vec::new() })
}

/// Moves unpacked positional arguments out of `keywords`; whether a mapping is unpacked.
fn collect(keywords: Vec<Argument>, positional: &mut Vec<N>) -> bool {
    let mapping = keywords.iter().any(|k| k.unpacks_mapping);
    positional.extend(keywords.into_iter().filter_map(|k| k.positional));
    mapping
}
