//! Parameters of functions and lambdas, and type parameters.

use super::node::{Kind, N};
use super::reader::{Fail, P, Reader, first};
use super::token::{Op, T, Tok};

/// Whether a parameter has, may have or must not have a default.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Default {
    No,
    Yes,
    Maybe,
}

impl Reader<'_> {
    /// Parameters, up to the closing parenthesis or (for a lambda) the colon.
    pub fn parameters(&mut self, lambda: bool) -> P<()> {
        if self.mistakes {
            self.alt(|p| p.wrong_parameters(lambda))?;
        }
        first!(self;
            |p: &mut Self| {
                p.slash(lambda, false)?;
                p.many(|p| p.parameter(lambda, Default::No))?;
                p.rest_of_parameters(lambda)
            },
            |p: &mut Self| {
                p.slash(lambda, true)?;
                p.rest_of_parameters(lambda)
            },
            |p: &mut Self| {
                p.some(|p| p.parameter(lambda, Default::No))?;
                p.rest_of_parameters(lambda)
            },
            |p: &mut Self| {
                p.some(|p| p.parameter(lambda, Default::Yes))?;
                p.alt(|p| p.starred_parameters(lambda)).map(|_| ())
            },
            |p: &mut Self| p.starred_parameters(lambda),
        )
    }

    fn rest_of_parameters(&mut self, lambda: bool) -> P<()> {
        self.many(|p| p.parameter(lambda, Default::Yes))?;
        self.alt(|p| p.starred_parameters(lambda)).map(|_| ())
    }

    fn closer(lambda: bool) -> Op {
        if lambda { Op::Colon } else { Op::RPar }
    }

    /// A comma, or the end of the parameters (not consumed).
    fn comma_or_end(&mut self, lambda: bool) -> P<()> {
        if self.maybe(Op::Comma)?.is_some() {
            return Ok(());
        }
        let ends = self.is_op(Self::closer(lambda))?;
        self.require(ends)
    }

    /// Positional-only parameters and the slash.
    fn slash(&mut self, lambda: bool, defaults: bool) -> P<()> {
        if defaults {
            self.many(|p| p.parameter(lambda, Default::No))?;
            self.some(|p| p.parameter(lambda, Default::Yes))?;
        } else {
            self.some(|p| p.parameter(lambda, Default::No))?;
        }
        self.op(Op::Slash)?;
        self.comma_or_end(lambda)
    }

    /// One parameter and the comma after it.
    fn parameter(&mut self, lambda: bool, default: Default) -> P {
        let name = self.bare_parameter(lambda)?;
        match default {
            Default::No => {}
            Default::Yes => self.default_value()?,
            Default::Maybe => {
                self.alt(Self::default_value)?;
            }
        }
        self.comma_or_end(lambda)?;
        Ok(name)
    }

    /// A name and its annotation.
    fn bare_parameter(&mut self, lambda: bool) -> P {
        let start = self.start()?;
        let name = self.name()?;
        if lambda {
            return Ok(name);
        }
        self.alt(|p| {
            p.op(Op::Colon)?;
            p.expression()
        })?;
        Ok(self.node(Kind::Other, start, Vec::new()))
    }

    /// `*args: *annotation` and the comma after it.
    fn starred_annotation(&mut self) -> P<()> {
        self.tok(T::Name)?;
        self.op(Op::Colon)?;
        self.star_expression()?;
        self.comma_or_end(false)
    }

    fn default_value(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.op(Op::Equal)?;
                p.expression().map(|_| ())
            },
            |p: &mut Self| {
                p.require(p.mistakes)?;
                let equal = p.op(Op::Equal)?;
                let ends = p.at_ops(&[Op::RPar, Op::Comma])?;
                p.require(ends)?;
                p.raise_token(equal, "expected default value expression")
            },
        )
    }

    /// From `*` or `**` on.
    fn starred_parameters(&mut self, lambda: bool) -> P<()> {
        if self.mistakes {
            self.alt(|p| p.wrong_starred_parameters(lambda))?;
        }
        first!(self;
            |p: &mut Self| {
                p.op(Op::Star)?;
                p.parameter(lambda, Default::No)?;
                p.keyword_only(lambda)
            },
            |p: &mut Self| {
                p.require(!lambda)?;
                p.op(Op::Star)?;
                p.starred_annotation()?;
                p.keyword_only(lambda)
            },
            |p: &mut Self| {
                p.op(Op::Star)?;
                p.op(Op::Comma)?;
                p.some(|p| p.parameter(lambda, Default::Maybe))?;
                p.alt(|p| p.mapping_parameter(lambda)).map(|_| ())
            },
            |p: &mut Self| p.mapping_parameter(lambda),
        )
    }

    fn keyword_only(&mut self, lambda: bool) -> P<()> {
        self.many(|p| p.parameter(lambda, Default::Maybe))?;
        self.alt(|p| p.mapping_parameter(lambda)).map(|_| ())
    }

    /// `**kwargs`.
    fn mapping_parameter(&mut self, lambda: bool) -> P<()> {
        if self.mistakes {
            self.alt(|p| p.wrong_mapping_parameter(lambda))?;
        }
        self.op(Op::DoubleStar)?;
        self.parameter(lambda, Default::No).map(|_| ())
    }

    fn wrong_mapping_parameter(&mut self, lambda: bool) -> P<()> {
        self.op(Op::DoubleStar)?;
        self.bare_parameter(lambda)?;
        if let Some(equal) = self.maybe(Op::Equal)? {
            return self.raise_token(equal, "var-keyword argument cannot have default value");
        }
        self.op(Op::Comma)?;
        let message = "arguments cannot follow var-keyword argument";
        if let Some(parameter) = self.alt(|p| p.bare_parameter(lambda))? {
            return self.raise_node(&parameter, message);
        }
        let star = self.one_of(&[Op::Star, Op::DoubleStar, Op::Slash])?;
        self.raise_token(star, message)
    }

    fn wrong_starred_parameters(&mut self, lambda: bool) -> P<()> {
        first!(self;
            |p: &mut Self| {
                let star = p.op(Op::Star)?;
                let closer = Self::closer(lambda);
                if p.maybe(closer)?.is_none() {
                    p.op(Op::Comma)?;
                    p.one_of(&[closer, Op::DoubleStar])?;
                }
                let message = "named arguments must follow bare *";
                if lambda { p.raise_last(message) } else { p.raise_token(star, message) }
            },
            |p: &mut Self| {
                p.op(Op::Star)?;
                p.bare_parameter(lambda)?;
                let equal = p.op(Op::Equal)?;
                p.raise_token(equal, "var-positional argument cannot have default value")
            },
            |p: &mut Self| {
                p.op(Op::Star)?;
                p.parameter_or_comma(lambda)?;
                p.many(|p| p.parameter(lambda, Default::Maybe))?;
                let star = p.op(Op::Star)?;
                p.parameter_or_comma(lambda)?;
                p.raise_token(star, "* argument may appear only once")
            },
        )
    }

    fn parameter_or_comma(&mut self, lambda: bool) -> P<()> {
        if self.alt(|p| p.parameter(lambda, Default::No))?.is_some() {
            return Ok(());
        }
        self.op(Op::Comma).map(|_| ())
    }

    fn any_slash(&mut self, lambda: bool) -> P<()> {
        first!(self; |p: &mut Self| p.slash(lambda, false), |p: &mut Self| p.slash(lambda, true))
    }

    fn wrong_parameters(&mut self, lambda: bool) -> P<()> {
        first!(self;
            |p: &mut Self| {
                let slash = p.op(Op::Slash)?;
                p.op(Op::Comma)?;
                p.raise_token(slash, "at least one argument must precede /")
            },
            |p: &mut Self| {
                p.any_slash(lambda)?;
                p.many(|p| p.parameter(lambda, Default::Maybe))?;
                let slash = p.op(Op::Slash)?;
                p.raise_token(slash, "/ may appear only once")
            },
            |p: &mut Self| p.default_missing(lambda),
            |p: &mut Self| p.parenthesized_parameters(lambda),
            |p: &mut Self| {
                p.alt(|p| p.any_slash(lambda))?;
                p.many(|p| p.parameter(lambda, Default::Maybe))?;
                p.op(Op::Star)?;
                first_comma(p, lambda)?;
                p.many(|p| p.parameter(lambda, Default::Maybe))?;
                let slash = p.op(Op::Slash)?;
                p.raise_token(slash, "/ must be ahead of *")
            },
            |p: &mut Self| {
                p.some(|p| p.parameter(lambda, Default::Maybe))?;
                p.op(Op::Slash)?;
                let star = p.op(Op::Star)?;
                p.raise_token(star, "expected comma between / and *")
            },
        )
    }

    fn default_missing(&mut self, lambda: bool) -> P<()> {
        self.alt(|p| p.slash(lambda, false))?;
        self.many(|p| p.parameter(lambda, Default::No))?;
        if self.alt(|p| p.slash(lambda, true))?.is_none() {
            self.some(|p| p.parameter(lambda, Default::Yes))?;
        }
        let parameter = self.parameter(lambda, Default::No)?;
        // The place is the parameter alone, without its comma.
        let end = self.text[..parameter.end as usize].trim_end_matches([',', ' ']).len() as u32;
        self.raise(parameter.start, end, "parameter without a default follows parameter with a default")
    }

    fn parenthesized_parameters(&mut self, lambda: bool) -> P<()> {
        self.many(|p| p.parameter(lambda, Default::No))?;
        let open = self.op(Op::LPar)?;
        if lambda {
            self.commas(|p| p.bare_parameter(true))?;
        } else {
            self.some(|p| p.parameter(false, Default::No))?;
        }
        self.maybe(Op::Comma)?;
        let close = self.op(Op::RPar)?;
        let what = if lambda { "Lambda expression" } else { "Function" };
        self.raise(open.start, close.end, format!("{what} parameters cannot be parenthesized"))
    }

    // Type parameters.

    pub fn type_params(&mut self) -> P<()> {
        if self.mistakes {
            self.alt(|p| {
                p.op(Op::LSqb)?;
                let close = p.op(Op::RSqb)?;
                p.raise_from::<()>(close.start, "Type parameter list cannot be empty")
            })?;
        }
        self.op(Op::LSqb)?;
        self.commas(Self::type_param)?;
        self.maybe(Op::Comma)?;
        self.op(Op::RSqb).map(|_| ())
    }

    fn type_param(&mut self) -> P<()> {
        first!(self;
            |p: &mut Self| {
                p.tok(T::Name)?;
                p.alt(|p| {
                    p.op(Op::Colon)?;
                    p.expression()
                })?;
                p.alt(Self::type_default)?;
                Ok(())
            },
            Self::wrong_type_param,
            |p: &mut Self| {
                p.op(Op::Star)?;
                p.tok(T::Name)?;
                p.alt(|p| {
                    p.op(Op::Equal)?;
                    p.star_expression()
                })?;
                Ok(())
            },
            |p: &mut Self| {
                p.op(Op::DoubleStar)?;
                p.tok(T::Name)?;
                p.alt(Self::type_default)?;
                Ok(())
            },
        )
    }

    fn type_default(&mut self) -> P {
        self.op(Op::Equal)?;
        self.expression()
    }

    fn wrong_type_param(&mut self) -> P<()> {
        self.require(self.mistakes)?;
        let star: Tok = self.one_of(&[Op::Star, Op::DoubleStar])?;
        self.tok(T::Name)?;
        let colon = self.op(Op::Colon)?;
        let bound: N = self.expression()?;
        let what = if bound.kind == Kind::Tuple { "constraints" } else { "bound" };
        let whose = if star.kind == T::Op(Op::Star) { "TypeVarTuple" } else { "ParamSpec" };
        self.raise_from(colon.start, format!("cannot use {what} with {whose}"))
    }
}

fn first_comma(p: &mut Reader<'_>, lambda: bool) -> P<()> {
    if p.maybe(Op::Comma)?.is_some() {
        return Ok(());
    }
    p.parameter(lambda, Default::No).map(|_| ())
}
