//! [`Snapshot`]: what a resolver says, taken along to another thread.

use crate::lookup::{Access, RowPlace};
use crate::lower::{GlobalPlace, InstanceLayout, Method, Resolver, Watch};
use crate::signature::{ALWAYS, immediates};
use hir::{Constant, Function, Imm, Opcode};
use rustc_hash::FxHashMap;

/// What a [`Resolver`] says about everything that one function names. It can travel to another thread; the words and addresses in it must stay
/// valid as the resolver promised them to: as long as the code does. Compiling only puts them into code and never looks at what is there, so
/// they may become invalid while a function is compiled that nobody is going to run.
///
/// Passes that run after it was taken may only add what needs no word of the owner's: numbers, machine floats, other opcodes.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    constants: FxHashMap<Constant, u64>,
    names: FxHashMap<Box<str>, u64>,
    natives: FxHashMap<Box<str>, usize>,
    slots: FxHashMap<(u32, u32), i32>,
    globals: FxHashMap<Box<str>, GlobalPlace>,
    methods: FxHashMap<(u32, Box<str>), Method>,
    cells: FxHashMap<u32, u64>,
    layouts: FxHashMap<u32, InstanceLayout>,
    rows: FxHashMap<(Access, Box<str>), RowPlace>,
    dictionaries: FxHashMap<u32, i32>,
    slots_watch: Option<Watch>,
    opcodes: Opcodes,
}

/// What a resolver says about opcodes, whichever a function has.
#[derive(Clone, Copy, Debug, Default)]
struct Opcodes {
    helpers: OpcodeSet,
    not_in_line: OpcodeSet,
    want_function: OpcodeSet,
    made_in_line: OpcodeSet,
}

/// A set of opcodes.
#[derive(Clone, Copy, Debug, Default)]
struct OpcodeSet([u64; Opcode::ALL.len().div_ceil(64)]);

impl OpcodeSet {
    fn of(has: impl Fn(Opcode) -> bool) -> OpcodeSet {
        let mut set = OpcodeSet::default();
        for &op in Opcode::ALL {
            set.0[op as usize / 64] |= u64::from(has(op)) << (op as usize % 64);
        }
        set
    }

    fn has(&self, op: Opcode) -> bool {
        self.0[op as usize / 64] >> (op as usize % 64) & 1 != 0
    }
}

impl Snapshot {
    /// Asks the resolver for all that the function names. Names of the function that are not its own, in HIR that is not valid, are left out.
    pub fn take(func: &Function, resolver: &dyn Resolver) -> Snapshot {
        let mut snapshot = Snapshot {
            opcodes: Opcodes {
                helpers: OpcodeSet::of(|op| resolver.has_helper(op)),
                not_in_line: OpcodeSet::of(|op| !resolver.in_line(op)),
                want_function: OpcodeSet::of(|op| resolver.wants_function(op)),
                made_in_line: OpcodeSet::of(|op| resolver.makes_in_line(op)),
            },
            slots_watch: resolver.slots_watch(),
            ..Snapshot::default()
        };
        for constant in &ALWAYS {
            snapshot.add_constant(constant, resolver);
        }
        for (op, imms) in immediates(func) {
            snapshot.add(func, op, imms, resolver);
        }
        if !snapshot.dictionaries.is_empty() {
            let read: Vec<Box<str>> =
                snapshot.rows.keys().filter(|key| key.0 == Access::Load).map(|key| key.1.clone()).collect();
            read.iter().for_each(|name| snapshot.add_row(Access::Static, name, resolver));
        }
        for (_, native) in func.natives() {
            if let Some(address) = resolver.native(&native.name) {
                snapshot.natives.insert(native.name.clone(), address.expose_provenance());
            }
        }
        snapshot
    }

    /// Asks for what one instruction names.
    fn add(&mut self, func: &Function, op: Opcode, imms: &[Imm], resolver: &dyn Resolver) {
        match (op, imms) {
            // A reason, for people.
            (Opcode::Deopt, _) => {}
            (Opcode::LoadGlobalCached, &[Imm::Name(id)]) => {
                let Some(name) = func.get_name(id) else { return };
                if !self.globals.contains_key(name) {
                    match resolver.global(name) {
                        Some(place) => _ = self.globals.insert(name.into(), place),
                        None => self.add_name(name, resolver),
                    }
                }
            }
            (Opcode::LoadMethodCached, &[Imm::Shape(shape), Imm::Name(id)]) => {
                if let Some(name) = func.get_name(id)
                    && let Some(method) = resolver.method(shape, name)
                {
                    self.methods.insert((shape, name.into()), method);
                }
            }
            (Opcode::NewInstance, &[Imm::Shape(shape)]) => {
                if let Some(layout) = resolver.instance_layout(shape) {
                    self.layouts.insert(shape, layout);
                }
            }
            (Opcode::CallDirect, &[Imm::Index(number)]) => {
                if !self.cells.contains_key(&number)
                    && let Some(cell) = resolver.code_cell(number)
                {
                    self.cells.insert(number, cell);
                }
            }
            (Opcode::GuardShape, &[Imm::Shape(shape)]) => {
                if let Some(offset) = resolver.dictionary(shape) {
                    self.dictionaries.insert(shape, offset);
                }
            }
            (Opcode::LoadAttr | Opcode::StoreAttr | Opcode::LoadMethod, &[Imm::Name(id)]) => {
                let Some(name) = func.get_name(id) else { return };
                self.add_name(name, resolver);
                let access = match op {
                    Opcode::LoadAttr => Access::Load,
                    Opcode::StoreAttr => Access::Store,
                    _ => Access::Method,
                };
                self.add_row(access, name, resolver);
            }
            _ => self.add_words(func, imms, resolver),
        }
    }

    fn add_row(&mut self, access: Access, name: &str, resolver: &dyn Resolver) {
        if let Some(place) = resolver.row(access, name) {
            self.rows.insert((access, name.into()), place);
        }
    }

    /// Slots, constants and names.
    fn add_words(&mut self, func: &Function, imms: &[Imm], resolver: &dyn Resolver) {
        let index = imms.iter().find_map(|imm| if let Imm::Index(index) = imm { Some(*index) } else { None });
        for imm in imms {
            match (*imm, index) {
                (Imm::Shape(shape), Some(slot)) => {
                    if let Some(offset) = resolver.slot_offset(shape, slot) {
                        self.slots.insert((shape, slot), offset);
                    }
                }
                (Imm::Const(id), _) => {
                    if let Some(constant) = func.get_constant(id) {
                        self.add_constant(constant, resolver);
                    }
                }
                (Imm::Name(id), _) => {
                    if let Some(name) = func.get_name(id) {
                        self.add_name(name, resolver);
                    }
                }
                _ => {}
            }
        }
    }

    fn add_constant(&mut self, constant: &Constant, resolver: &dyn Resolver) {
        if !self.constants.contains_key(constant)
            && let Some(word) = resolver.constant(constant)
        {
            self.constants.insert(constant.clone(), word);
        }
    }

    fn add_name(&mut self, name: &str, resolver: &dyn Resolver) {
        if !self.names.contains_key(name)
            && let Some(word) = resolver.name(name)
        {
            self.names.insert(name.into(), word);
        }
    }
}

impl Resolver for Snapshot {
    fn constant(&self, constant: &Constant) -> Option<u64> {
        self.constants.get(constant).copied()
    }

    fn name(&self, name: &str) -> Option<u64> {
        self.names.get(name).copied()
    }

    fn native(&self, name: &str) -> Option<*const u8> {
        self.natives.get(name).map(|&address| std::ptr::with_exposed_provenance(address))
    }

    fn has_helper(&self, op: Opcode) -> bool {
        self.opcodes.helpers.has(op)
    }

    fn in_line(&self, op: Opcode) -> bool {
        !self.opcodes.not_in_line.has(op)
    }

    fn wants_function(&self, op: Opcode) -> bool {
        self.opcodes.want_function.has(op)
    }

    fn global(&self, name: &str) -> Option<GlobalPlace> {
        self.globals.get(name).cloned()
    }

    fn method(&self, shape: u32, name: &str) -> Option<Method> {
        self.methods.get(&(shape, name.into())).copied()
    }

    fn row(&self, access: Access, name: &str) -> Option<RowPlace> {
        self.rows.get(&(access, name.into())).copied()
    }

    fn dictionary(&self, shape: u32) -> Option<i32> {
        self.dictionaries.get(&shape).copied()
    }

    fn slots_watch(&self) -> Option<Watch> {
        self.slots_watch
    }

    fn code_cell(&self, number: u32) -> Option<u64> {
        self.cells.get(&number).copied()
    }

    fn slot_offset(&self, shape: u32, slot: u32) -> Option<i32> {
        self.slots.get(&(shape, slot)).copied()
    }

    fn makes_in_line(&self, op: Opcode) -> bool {
        self.opcodes.made_in_line.has(op)
    }

    fn instance_layout(&self, shape: u32) -> Option<InstanceLayout> {
        self.layouts.get(&shape).copied()
    }
}
