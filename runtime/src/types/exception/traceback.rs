//! Traceback and frame objects.

use super::slot_or_none;
use crate::error::{Exc, Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef, none};
use crate::object::{FrameObj, Kind, TracebackObj, shape_id};
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};
use std::cell::Cell;

/// Methods of tracebacks.
pub const TRACEBACK_METHODS: &[NativeDef] =
    &[NativeDef::new("__new__", "(cls, tb_next, tb_frame, tb_lasti, tb_lineno)", new_traceback)];

/// Attributes of tracebacks.
pub const TRACEBACK_GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "tb_next", get: |_, v| slot_or_none(&traceback(v).next), set: Some(set_next) },
    GetSetDef { name: "tb_frame", get: |_, v| slot_or_none(&traceback(v).frame), set: Some(read_only) },
    GetSetDef { name: "tb_lasti", get: |rt, v| rt.int(i64::from(traceback(v).pc.get())), set: Some(read_only) },
    GetSetDef { name: "tb_lineno", get: |rt, v| rt.int(i64::from(traceback(v).line.get())), set: None },
];

/// Methods of frames.
pub const FRAME_METHODS: &[NativeDef] = &[
    NativeDef::new("__repr__", "(self, /)", |rt, args| frame_repr(rt, args.get(0))),
    NativeDef::new("clear", "(self, /)", |rt, args| {
        if !frame(args.get(0)).live.get().is_null() {
            return Err(rt.raise(Exc::RuntimeError, "cannot clear an executing frame"));
        }
        rt.clear_frame(args.get(0));
        none()
    }),
];

/// Attributes of frames.
pub const FRAME_GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "f_back", get: frame_back, set: None },
    GetSetDef { name: "f_code", get: |_, v| slot_or_none(&frame(v).code), set: None },
    GetSetDef { name: "f_globals", get: |_, v| slot_or_none(&frame(v).globals), set: None },
    GetSetDef { name: "f_locals", get: |rt, v| (rt.entry().frame_locals)(rt, frame(v)), set: None },
    GetSetDef { name: "f_builtins", get: |rt, _| slot_or_none(&rt.builtins), set: None },
    GetSetDef {
        name: "f_lineno",
        get: |rt, v| rt.int(i64::from((rt.entry().frame_line)(rt, frame(v)))),
        set: Some(|rt, _, _| Err(rt.value_error("f_lineno can only be set in a trace function"))),
    },
];

fn traceback<'a>(v: Value) -> &'a TracebackObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

fn frame<'a>(v: Value) -> &'a FrameObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

fn read_only(rt: &Rt, _: Value, _: Option<Value>) -> Result<(), Raised> {
    Err(rt.raise(Exc::AttributeError, "readonly attribute"))
}

fn new_traceback(rt: &Rt, args: &Args<'_>) -> Res {
    let (next, at) = (args.get(1), args.get(2));
    if !next.is_none() && rt.kind_of_ptr(next) != Some(Kind::Traceback) {
        let given = rt.type_name(next);
        return Err(rt.type_error(format!("expected traceback object or None, got '{given}'")));
    }
    if rt.kind_of_ptr(at) != Some(Kind::Frame) {
        let given = rt.type_name(at);
        return Err(rt.type_error(format!("traceback() argument 'tb_frame' must be frame, not {given}")));
    }
    let number = |v: Value| -> Result<u32, Raised> {
        u32::try_from(rt.index_i64(v, Exc::OverflowError)?)
            .map_err(|_| rt.overflow_error("Python int too large to convert to C int"))
    };
    let (pc, line) = (number(args.get(3))?, number(args.get(4))?);
    rt.new_traceback((!next.is_none()).then(|| next.own()), at.own(), pc, line)
}

fn set_next(rt: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    let value = value.ok_or_else(|| rt.type_error("can't delete tb_next attribute"))?;
    if value.is_none() {
        traceback(v).next.clear();
        return Ok(());
    }
    if rt.kind_of_ptr(value) != Some(Kind::Traceback) {
        let given = rt.type_name(value);
        return Err(rt.type_error(format!("expected traceback object, got '{given}'")));
    }
    let mut at = Some(value);
    while let Some(entry) = at {
        if entry == v {
            return Err(rt.value_error("traceback loop detected"));
        }
        at = traceback(entry).next.get().some();
    }
    traceback(v).next.set(value.own());
    Ok(())
}

fn frame_back(rt: &Rt, v: Value) -> Res {
    Ok((rt.entry().frame_back)(rt, frame(v))?.unwrap_or_else(|| Value::none().own()))
}

fn frame_repr(rt: &Rt, v: Value) -> Res {
    let code = frame(v).code.own();
    let attr = |name: &str| -> Result<Option<Owned>, Raised> {
        code.as_ref().and_then(|c| (rt.entry().code_attr)(rt, **c, name)).transpose()
    };
    let file = attr("co_filename")?.map_or_else(|| Ok(String::new()), |f| rt.repr_text(*f))?;
    let name = attr("co_name")?.map_or_else(|| Ok(String::new()), |n| rt.str_text(*n))?;
    let line = (rt.entry().frame_line)(rt, frame(v));
    rt.str(&format!("<frame at 0x{:x}, file {file}, line {line}, code {name}>", v.bits()))
}

impl Rt {
    /// A traceback entry for instruction `pc` at `line` of `frame`, before entry `next`.
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_traceback(&self, next: Option<Owned>, frame: Owned, pc: u32, line: u32) -> Res {
        self.alloc_fixed(
            shape_id::TRACEBACK,
            TracebackObj {
                head: Rt::fresh_header(shape_id::TRACEBACK),
                next: Slot::from_option(next),
                frame: Slot::new(frame),
                pc: Cell::new(pc),
                line: Cell::new(line),
            },
        )
    }

    /// A traceback entry behind a value, if it is one. The caller keeps it alive.
    pub fn as_traceback<'a>(&self, v: Value) -> Option<&'a TracebackObj> {
        (self.kind_of_ptr(v) == Some(Kind::Traceback)).then(|| traceback(v))
    }

    /// The frame behind a value, if it is one. The caller keeps it alive.
    pub fn as_frame<'a>(&self, v: Value) -> Option<&'a FrameObj> {
        (self.kind_of_ptr(v) == Some(Kind::Frame)).then(|| frame(v))
    }
}
