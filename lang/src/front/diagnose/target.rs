//! Targets of assignments, loops and deletions.

use super::node::{Kind, N};
use super::reader::{Fail, P, Reader, Rule, first};
use super::token::{Op, T};

const LOOKAHEAD: [Op; 3] = [Op::LPar, Op::LSqb, Op::Dot];

impl Reader<'_> {
    pub fn star_targets(&mut self) -> P {
        let start = self.start()?;
        let first = self.star_target()?;
        if !self.is_op(Op::Comma)? {
            return Ok(first);
        }
        let mut parts = vec![first];
        while let Some(next) = self.alt(|p| {
            p.op(Op::Comma)?;
            p.star_target()
        })? {
            parts.push(next);
        }
        self.maybe(Op::Comma)?;
        Ok(self.node(Kind::Tuple, start, parts))
    }

    pub fn star_target(&mut self) -> P {
        self.memo(Rule::StarTarget, |p| {
            first!(p;
                |p: &mut Self| {
                    let start = p.start()?;
                    p.op(Op::Star)?;
                    p.not(|p| p.op(Op::Star))?;
                    let target = p.star_target()?;
                    Ok(p.node(Kind::Starred, start, vec![target]))
                },
                Self::target_with_star_atom,
            )
        })
    }

    fn target_with_star_atom(&mut self) -> P {
        self.memo(Rule::TargetWithStarAtom, |p| first!(p; Self::place_target, Self::star_atom))
    }

    /// An attribute or a subscript.
    pub fn place_target(&mut self) -> P {
        let start = self.start()?;
        self.t_primary()?;
        let at = self.at_ops(&[Op::Dot, Op::LSqb])?;
        self.require(at)?;
        let kind = self.trailer()?;
        let goes_on = self.at_ops(&LOOKAHEAD)?;
        self.require(!goes_on)?;
        Ok(self.node(kind, start, Vec::new()))
    }

    /// A primary that another trailer follows.
    fn t_primary(&mut self) -> P {
        self.memo(Rule::TPrimary, |p| {
            let start = p.start()?;
            let mut left = p.atom()?;
            let goes_on = p.at_ops(&LOOKAHEAD)?;
            p.require(goes_on)?;
            while let Some(kind) = p.alt(|p| {
                let kind = p.trailer()?;
                let goes_on = p.at_ops(&LOOKAHEAD)?;
                p.require(goes_on)?;
                Ok(kind)
            })? {
                left = p.node(kind, start, vec![left]);
            }
            Ok(left)
        })
    }

    fn star_atom(&mut self) -> P {
        match self.kind()? {
            T::Name => self.name(),
            T::Op(Op::LPar) => first!(self;
                |p: &mut Self| {
                    p.op(Op::LPar)?;
                    let target = p.target_with_star_atom()?;
                    p.op(Op::RPar)?;
                    Ok(target)
                },
                |p: &mut Self| {
                    let start = p.start()?;
                    p.op(Op::LPar)?;
                    let parts = p.alt(Self::tuple_targets)?.unwrap_or_default();
                    p.op(Op::RPar)?;
                    Ok(p.node(Kind::Tuple, start, parts))
                },
            ),
            T::Op(Op::LSqb) => {
                let start = self.start()?;
                self.op(Op::LSqb)?;
                let parts = self.alt(|p| {
                    let parts = p.commas(Self::star_target)?;
                    p.maybe(Op::Comma)?;
                    Ok(parts)
                })?;
                self.op(Op::RSqb)?;
                Ok(self.node(Kind::List, start, parts.unwrap_or_default()))
            }
            _ => Err(Fail::No),
        }
    }

    fn tuple_targets(&mut self) -> P<Vec<N>> {
        let parts = self.commas(Self::star_target)?;
        let comma = self.maybe(Op::Comma)?;
        self.require(parts.len() > 1 || comma.is_some())?;
        Ok(parts)
    }

    pub fn single_target(&mut self) -> P {
        first!(self;
            Self::place_target,
            Self::name,
            |p: &mut Self| {
                p.op(Op::LPar)?;
                let target = p.single_target()?;
                p.op(Op::RPar)?;
                Ok(target)
            },
        )
    }

    pub fn del_targets(&mut self) -> P<Vec<N>> {
        let targets = self.commas(Self::del_target)?;
        self.maybe(Op::Comma)?;
        Ok(targets)
    }

    fn del_target(&mut self) -> P {
        self.memo(Rule::DelTarget, |p| {
            first!(p;
                Self::place_target,
                Self::name,
                |p: &mut Self| {
                    p.op(Op::LPar)?;
                    let target = p.del_target()?;
                    p.op(Op::RPar)?;
                    Ok(target)
                },
                |p: &mut Self| p.del_group(Op::LPar, Op::RPar, Kind::Tuple),
                |p: &mut Self| p.del_group(Op::LSqb, Op::RSqb, Kind::List),
            )
        })
    }

    fn del_group(&mut self, open: Op, close: Op, kind: Kind) -> P {
        let start = self.start()?;
        self.op(open)?;
        self.alt(Self::del_targets)?;
        self.op(close)?;
        Ok(self.node(kind, start, Vec::new()))
    }
}
