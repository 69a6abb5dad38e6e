//! Cells, the variables that closures share.

use crate::error::{Exc, Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::{CellObj, Kind, shape_id};
use crate::ops::CmpOp;
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};

/// Methods.
pub const CELL_METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, contents=<missing>, /)", new),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__eq__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Eq)),
    NativeDef::new("__ne__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Ne)),
    NativeDef::new("__lt__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Lt)),
    NativeDef::new("__le__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Le)),
    NativeDef::new("__gt__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Gt)),
    NativeDef::new("__ge__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Ge)),
];

/// Computed attributes.
pub const CELL_GETSETS: &[GetSetDef] =
    &[GetSetDef { name: "cell_contents", get: get_contents, set: Some(set_contents) }];

fn cell<'a>(v: Value) -> &'a CellObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    rt.new_cell(args.opt(1).map(Value::own))
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let at = v.as_ptr().addr();
    rt.str(&match cell(v).contents.get().some() {
        Some(held) => format!("<cell at {at:#x}: {} object at {:#x}>", rt.type_name(held), held.bits()),
        None => format!("<cell at {at:#x}: empty>"),
    })
}

fn compare(rt: &Rt, args: &Args<'_>, op: CmpOp) -> Res {
    if rt.kind_of(args.get(1)) != Kind::Cell {
        return Ok(Value::not_implemented().own());
    }
    match (cell(args.get(0)).contents.own(), cell(args.get(1)).contents.own()) {
        (Some(a), Some(b)) => rt.compare(op, *a, *b),
        // An empty cell comes before any other.
        (a, b) => Ok(Value::bool(op.holds(a.is_some().cmp(&b.is_some()))).own()),
    }
}

fn get_contents(rt: &Rt, v: Value) -> Res {
    cell(v).contents.own().ok_or_else(|| rt.raise(Exc::ValueError, "Cell is empty"))
}

fn set_contents(_: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    cell(v).contents.set_option(value.map(Value::own));
    Ok(())
}

impl Rt {
    /// A cell, empty or holding a value.
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_cell(&self, contents: Option<Owned>) -> Res {
        self.alloc_fixed(
            shape_id::CELL,
            CellObj { head: Rt::fresh_header(shape_id::CELL), contents: Slot::from_option(contents) },
        )
    }
}
