//! The parser's part for types, constants and signatures of natives.

use super::error::{ParseError, Problem};
use super::lexer::Token;
use super::parser::Parser;
use crate::contract::{Can, Memory, NativeSig, Origin, Steal};
use crate::ty::{ATOMS, Spec, Type, UNIONS};
use crate::{ConstId, Constant};

/// How deep constants may stand within types within constants.
const MAX_DEPTH: u32 = 8;

/// Most parameters of a native.
const MAX_PARAMS: usize = 255;

impl Parser<'_> {
    /// A type, at this depth of nesting.
    pub(super) fn ty(&mut self, depth: u32) -> Result<Type, ParseError> {
        if depth > MAX_DEPTH {
            return Err(self.lexer.error(Problem::TooDeep));
        }
        let Token::Word(word) = self.lexer.token() else { return Err(self.expected("a type")) };
        let (mortal, name) = strip(word, "Mortal");
        let (immortal, name) = strip(name, "Immortal");
        let (opt, name) = strip(name, "Opt");
        let mut ty = named_type(name).ok_or_else(|| self.unknown("type", word))?;
        self.lexer.advance()?;
        while self.eat("|")? {
            ty = ty.union(self.named(named_type, "type")?);
        }
        if opt {
            ty = ty.or_null();
        }
        if mortal {
            ty = ty.mortal();
        }
        if immortal {
            ty = ty.immortal();
        }
        if self.eat("[")? {
            ty = ty.with_spec(self.spec(depth)?);
            self.expect("]")?;
        }
        Ok(ty)
    }

    fn spec(&mut self, depth: u32) -> Result<Spec, ParseError> {
        if self.eat_word("shape")? {
            return Ok(Spec::Shape(self.number("the shape's number")?));
        }
        if self.eat_word("len")? {
            return Ok(Spec::Len(self.number("the length")?));
        }
        Ok(Spec::Value(self.constant(depth + 1)?))
    }

    /// A constant, at this depth of nesting.
    pub(super) fn constant(&mut self, depth: u32) -> Result<ConstId, ParseError> {
        let constant = match self.lexer.token() {
            Token::Number(text) if is_float(text) => Constant::Float(self.float()?),
            Token::Number(text) => {
                let value = text.parse().ok().and_then(Constant::int).ok_or_else(|| self.out_of_range())?;
                self.lexer.advance()?;
                value
            }
            Token::Str(_) => Constant::Str(self.string("a string")?.into()),
            Token::Word("inf" | "nan") => Constant::Float(self.float()?),
            Token::Word(word) => match plain_constant(word) {
                Some(constant) => {
                    self.lexer.advance()?;
                    constant
                }
                None => self.constant_of(word, depth)?,
            },
            _ => return Err(self.expected("a constant")),
        };
        Ok(self.func.intern_constant(constant))
    }

    /// A constant that is written as a word, which is next, with something in parentheses.
    fn constant_of(&mut self, word: &str, depth: u32) -> Result<Constant, ParseError> {
        let form: fn(&mut Self, u32) -> Result<Constant, ParseError> = match word {
            "names" => |parser, _| parser.names(),
            "entry" => |parser, depth| Ok(Constant::Entry { index: parser.index()?, ty: parser.ty(depth)? }),
            "object" => |parser, depth| Ok(Constant::Object { index: parser.index()?, ty: parser.ty(depth)? }),
            "cint" => |parser, _| Ok(Constant::CInt(parser.machine_int()?)),
            "cdouble" => |parser, _| Ok(Constant::CDouble(parser.float()?)),
            "cbool" => |parser, _| Ok(Constant::CBool(parser.machine_bool()?)),
            _ => return Err(self.unknown("constant", word)),
        };
        self.lexer.advance()?;
        self.expect("(")?;
        let constant = form(self, depth)?;
        self.expect(")")?;
        Ok(constant)
    }

    fn index(&mut self) -> Result<u32, ParseError> {
        self.number("an index")
    }

    fn machine_bool(&mut self) -> Result<bool, ParseError> {
        if self.eat_word("true")? {
            return Ok(true);
        }
        self.expect_word("false", "`true` or `false`")?;
        Ok(false)
    }

    fn names(&mut self) -> Result<Constant, ParseError> {
        let mut names = Vec::new();
        while let Token::Str(_) = self.lexer.token() {
            names.push(self.string("a name in quotes")?.into());
        }
        Ok(Constant::Names(names.into()))
    }

    fn machine_int(&mut self) -> Result<i64, ParseError> {
        let Token::Number(text) = self.lexer.token() else { return Err(self.expected("an integer")) };
        let value = text.parse().map_err(|_| self.out_of_range())?;
        self.lexer.advance()?;
        Ok(value)
    }

    /// The bits of a float.
    fn float(&mut self) -> Result<u64, ParseError> {
        let value = match self.lexer.token() {
            Token::Word("inf") => f64::INFINITY,
            Token::Number("-inf") => f64::NEG_INFINITY,
            Token::Word("nan") => return self.nan(),
            Token::Number(text) => {
                let value: Option<f64> = text.parse().ok();
                value.filter(|value| value.is_finite()).ok_or_else(|| self.out_of_range())?
            }
            _ => return Err(self.expected("a float")),
        };
        self.lexer.advance()?;
        Ok(value.to_bits())
    }

    fn nan(&mut self) -> Result<u64, ParseError> {
        self.lexer.advance()?;
        self.expect(":")?;
        let Token::Number(text) = self.lexer.token() else { return Err(self.expected("the bits, in hexadecimal")) };
        let bits = text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let bits = bits.filter(|&bits| f64::from_bits(bits).is_nan()).ok_or_else(|| self.out_of_range())?;
        self.lexer.advance()?;
        Ok(bits)
    }

    fn out_of_range(&self) -> ParseError {
        self.lexer.error(Problem::Number(self.lexer.token().describe()))
    }

    /// A native's signature, from `(` to the end of the line.
    pub(super) fn signature(&mut self, name: &str) -> Result<NativeSig, ParseError> {
        let (mut types, mut steals) = (Vec::new(), Vec::new());
        self.expect("(")?;
        while !self.eat(")")? {
            steals.push(self.steal()?);
            types.push(self.ty(0)?);
            if types.len() > MAX_PARAMS {
                return Err(self.lexer.error(Problem::TooMany("parameters")));
            }
            if self.lexer.token() != Token::Sign(")") {
                self.expect(",")?;
            }
        }
        let result = if self.eat("->")? { Some(self.ty(0)?) } else { None };
        let mut signature = NativeSig::new(name, &types, result).origin(self.origin()?);
        for (index, steal) in steals.into_iter().enumerate() {
            signature = signature.steal(index, steal);
        }
        let reads = if self.eat_word("reads")? { self.memory()? } else { Memory::NONE };
        let writes = if self.eat_word("writes")? { self.memory()? } else { Memory::NONE };
        let can = if self.eat_word("can")? { self.flags()? } else { Can::NOTHING };
        Ok(signature.effects(reads, writes, can))
    }

    fn steal(&mut self) -> Result<Steal, ParseError> {
        if self.eat_word("steal")? {
            Ok(Steal::Always)
        } else if self.eat_word("steal-ok")? {
            Ok(Steal::OnSuccess)
        } else {
            Ok(Steal::Never)
        }
    }

    fn origin(&mut self) -> Result<Origin, ParseError> {
        let Token::Word(word) = self.lexer.token() else { return Err(self.expected("where the result comes from")) };
        let plain = match word {
            "uncounted" => Some(Origin::Uncounted),
            "new" => Some(Origin::New),
            "function" => Some(Origin::Function),
            "joined" => Some(Origin::Joined),
            "memory" | "part" | "item" | "copy" => None,
            _ => return Err(self.unknown("origin", word)),
        };
        self.lexer.advance()?;
        if let Some(origin) = plain {
            return Ok(origin);
        }
        self.expect("(")?;
        let origin = match word {
            "memory" => Origin::Memory(self.memory()?),
            "part" => Origin::Part(self.operand()?),
            "item" => Origin::Item(self.operand()?, self.memory()?),
            _ => Origin::Copy(self.operand()?),
        };
        self.expect(")")?;
        Ok(origin)
    }

    fn operand(&mut self) -> Result<u8, ParseError> {
        let at = self.lexer.position();
        let number = self.number("the number of an operand")?;
        u8::try_from(number).map_err(|_| self.lexer.error_at(at, Problem::Number(number.to_string())))
    }

    fn flags(&mut self) -> Result<Can, ParseError> {
        let mut can = Can::NOTHING;
        while let Token::Word(word) = self.lexer.token() {
            let flag = Can::FLAGS.iter().find(|(_, text)| *text == word);
            let flag = flag.ok_or_else(|| self.unknown("effect", word))?;
            can = can.or(flag.0);
            self.lexer.advance()?;
        }
        Ok(can)
    }
}

fn strip<'t>(word: &'t str, prefix: &str) -> (bool, &'t str) {
    word.strip_prefix(prefix).map_or((false, word), |rest| (true, rest))
}

fn named_type(name: &str) -> Option<Type> {
    match name {
        "Top" => Some(Type::TOP),
        "Bottom" => Some(Type::BOTTOM),
        _ => ATOMS.iter().chain(UNIONS).find(|(_, text)| *text == name).map(|&(ty, _)| ty),
    }
}

/// Whether the text of a number is a float's.
fn is_float(text: &str) -> bool {
    text == "-inf" || text.contains(['.', 'e', 'E'])
}

fn plain_constant(word: &str) -> Option<Constant> {
    Some(match word {
        "nullptr" => Constant::Nullptr,
        "None" => Constant::None,
        "True" => Constant::True,
        "False" => Constant::False,
        "Ellipsis" => Constant::Ellipsis,
        "NotImplemented" => Constant::NotImplemented,
        _ => return None,
    })
}
