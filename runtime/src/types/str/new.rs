//! Making strings from other values, and bytes from strings.

use crate::error::Res;
use crate::native::Args;
use crate::object::Kind;
use crate::rt::Rt;
use crate::string::{Text, text};
use crate::types::codecs;
use crate::value::Value;

pub(super) fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let class = args.get(0);
    let made = match (args.opt(1), args.opt(2), args.opt(3)) {
        (None, encoding, errors) => {
            codecs::name_arg(rt, encoding, "str", "encoding")?;
            codecs::name_arg(rt, errors, "str", "errors")?;
            rt.empty_str.own()
        }
        (Some(v), None, None) => rt.to_str(v)?,
        (Some(v), encoding, errors) => decoded(rt, v, encoding, errors)?,
    };
    if class == rt.kind_type(Kind::Str) {
        return Ok(made);
    }
    crate::string::new_of_class(rt, class, text(*made))
}

fn decoded(rt: &Rt, v: Value, encoding: Option<Value>, errors: Option<Value>) -> Res {
    let encoding = codecs::name_arg(rt, encoding, "str", "encoding")?;
    let errors = codecs::name_arg(rt, errors, "str", "errors")?;
    if rt.is_str(v) {
        return Err(rt.type_error("decoding str is not supported"));
    }
    match rt.as_buffer(v) {
        Some(bytes) => codecs::decode(rt, &bytes, encoding, errors),
        None => Err(rt.type_error(format!("decoding to str: need a bytes-like object, {} found", rt.type_name(v)))),
    }
}

pub(super) fn encode(rt: &Rt, args: &Args<'_>) -> Res {
    if let (1, Text::Ascii(s)) = (args.len(), text(args.get(0))) {
        return rt.bytes(s.as_bytes());
    }
    let encoding = codecs::name_arg(rt, args.opt(1), "encode", "encoding")?;
    let errors = codecs::name_arg(rt, args.opt(2), "encode", "errors")?;
    let bytes = codecs::encode(rt, args.get(0), encoding, errors)?;
    rt.bytes(&bytes)
}
