//! Making a version: bytecode and feedback become HIR, HIR becomes machine code.

use super::Machine;
use super::background::{Kept, Pending};
use super::code_state::{Compiled, EntryCell, MAX_COMPILATIONS, Versions};
use super::inline::Inlining;
use crate::bytecode::{CodeProto, Const, Field, Text};
use crate::hir_build::{self, BuildOptions, Feedback, SiteHint, Target};
use crate::interp::Vm;
use crate::interp::code::Code;
use crate::interp::run::SAW_OTHER;
use ::jit::lookup::{Access, RowPlace};
use ::jit::lower::{ArgPassing, Convention, GlobalPlace, InstanceLayout, Method, Resolver, Watch};
use ::jit::{CompileError, CompiledFunction, Snapshot};
use hir::{Constant, Opcode, World};
use runtime::class::TypeObj;
use runtime::object::{Kind, ModuleObj};
use runtime::{Owned, Rt, Value};
use std::cell::RefCell;
use std::mem::offset_of;
use std::rc::Rc;
use std::time::Instant;

/// Most arguments that are passed in registers.
pub(super) const MAX_REGISTER_ARGS: usize = 6;

/// What became of the wish for a version.
enum Made {
    /// Here it is.
    Version(Rc<Compiled>),
    /// It is being made.
    Later,
    /// The other thread has enough to do: another time.
    Busy,
    /// There will be none.
    Never,
}

/// How many functions may wait for the other thread, so that it is busy and yet does what matters now.
const MAX_WAITING: usize = 1;

/// How many calls go by until it is looked whether the other thread has time.
const CALLS_WHILE_BUSY: u32 = 30;

/// How many turns of loops go by until it is looked whether a version has been made meanwhile.
const TURNS_BETWEEN_LOOKS: u32 = 20;

impl Machine {
    /// Makes a version of `code` for calls, if there is none. Says whether there is one.
    pub(super) fn prepare_call(&self, rt: &Rt, code: &Code) -> bool {
        let mut versions = code.jit.versions.borrow_mut();
        if versions.entry.is_some() {
            return true;
        }
        self.sweep(&mut versions);
        match self.make(rt, code, &mut versions, None) {
            Made::Version(version) => {
                code.jit.set_entry(version.function.code().entry());
                versions.entry = Some(version);
                true
            }
            Made::Later => false,
            Made::Busy => {
                code.jit.calls_left.set(CALLS_WHILE_BUSY);
                false
            }
            Made::Never => {
                code.jit.calls_left.set(u32::MAX);
                false
            }
        }
    }

    /// Frees versions that nobody enters any more, if nobody is in any.
    fn sweep(&self, versions: &mut Versions) {
        if self.running.get() == 0 {
            versions.retired.clear();
        }
    }

    /// The version of `code` from the loop header `pc` on, made if there is none.
    pub(super) fn version_from(&self, rt: &Rt, code: &Code, pc: u32) -> Option<Rc<Compiled>> {
        let mut versions = code.jit.versions.borrow_mut();
        if let Some(version) = versions.headers.get(&pc) {
            return Some(version.clone());
        }
        self.sweep(&mut versions);
        let turns = versions.turns.entry(pc).or_default();
        *turns += 1;
        if *turns <= self.mode.header_patience() || versions.without.contains(&pc) {
            return None;
        }
        match self.make(rt, code, &mut versions, Some(pc)) {
            Made::Version(version) => {
                versions.headers.insert(pc, version.clone());
                Some(version)
            }
            Made::Later | Made::Busy => {
                code.jit.turns_left.set(TURNS_BETWEEN_LOOKS);
                None
            }
            Made::Never => {
                versions.without.insert(pc);
                None
            }
        }
    }

    fn world(&self) -> World {
        if self.observed() { World::Observing } else { World::Quiet }
    }

    /// Makes a version, or fetches the one that was being made.
    fn make(&self, rt: &Rt, code: &Code, versions: &mut Versions, entry: Option<u32>) -> Made {
        if let Some(pending) = versions.pending.get(&entry) {
            let Some(answer) = pending.ticket.poll() else { return Made::Later };
            let Some(Pending { kept, submitted, .. }) = versions.pending.remove(&entry) else { return Made::Never };
            if let Ok(function) = &answer {
                self.stats.fetched(function, submitted.elapsed());
            }
            return self.made(versions, entry, answer, kept);
        }
        if !versions.may_compile(entry) {
            return Made::Never;
        }
        // What is called most is the most likely to come by when there is room, and what has waited has seen more.
        let queue = self.background.queue(&self.compiler);
        if queue.is_some_and(|queue| queue.waiting() >= MAX_WAITING) {
            return Made::Busy;
        }
        let draft = match self.stats.compiling(|| self.draft(rt, code, versions, entry)) {
            Ok(draft) => draft,
            Err(reason) => {
                self.stats.bailout(reason);
                return Made::Never;
            }
        };
        let Draft { func, constants } = draft;
        let convention = convention(&code.proto, entry);
        let Some(queue) = queue else {
            let compile = || self.compiler.compile_as(&func, &constants, convention);
            let answer = self.stats.compiling(compile);
            return self.made(versions, entry, answer, constants.into_kept());
        };
        let ticket = self.stats.compiling(|| {
            let snapshot = self.stats.resolving(|| Snapshot::take(&func, &constants));
            queue.submit_as(func, Box::new(snapshot), convention)
        });
        versions.pending.insert(entry, Pending { ticket, submitted: Instant::now(), kept: constants.into_kept() });
        Made::Later
    }

    /// The compiler's answer as a version.
    fn made(
        &self,
        versions: &mut Versions,
        entry: Option<u32>,
        answer: Result<CompiledFunction, CompileError>,
        kept: Kept,
    ) -> Made {
        match answer {
            Ok(function) => {
                self.stats.compiled(&function);
                *versions.compilations.entry(entry).or_default() += 1;
                let takes = if entry.is_some() { taken(&function) } else { Vec::new() };
                Made::Version(Rc::new(Compiled { function, takes, _kept: kept }))
            }
            Err(error) => {
                self.stats.bailout(name(&error));
                Made::Never
            }
        }
    }

    /// The HIR of a version, and what it names.
    fn draft<'c>(
        &'c self,
        rt: &'c Rt,
        code: &'c Code,
        versions: &Versions,
        entry: Option<u32>,
    ) -> Result<Draft<'c>, String> {
        if hir_build::reads_frame(&code.proto) {
            return Err("frame".into());
        }
        // The last version has to do with everything.
        let last = versions.compiled(entry) + 1 >= MAX_COMPILATIONS;
        let feedback = self.feedback(rt, code, versions, last);
        let world = self.world();
        let leave_unseen = self.mode.knows_feedback() && !last;
        let may_inline = world == World::Quiet && !last && versions.may_inline();
        let mut inlining = Inlining::new(self, rt, code, leave_unseen, may_inline);
        let candidates = inlining.candidates(&feedback);
        let options = BuildOptions {
            world,
            feedback: Some(&feedback),
            entry,
            leave_caught: world == World::Observing,
            leave_unseen,
            inline: Some(&candidates),
        };
        let built = self.stats.building(|| hir_build::build(&code.proto, &options));
        let mut func = built.map_err(|bailout| bailout.name().to_owned())?;
        self.stats.building(|| inlining.run(&mut func));
        let (pins, objects) = inlining.into_objects();
        let constants =
            Constants { machine: self, rt, code, objects, pins: RefCell::new(pins), cells: RefCell::default() };
        Ok(Draft { func, constants })
    }

    /// What `code` has seen, without what turned out to be wrong; for the `last` version, a little.
    pub(super) fn feedback(&self, rt: &Rt, code: &Code, versions: &Versions, last: bool) -> Feedback {
        let mut feedback = Feedback::of(rt, code);
        if let Some(poison) = &self.poison {
            poison.spoil(&mut feedback, code);
        }
        for (pc, times) in versions.doubts(last) {
            forget(&mut feedback, code, pc, times);
        }
        feedback
    }
}

/// How the version for calls, or from a loop header on, gets what it needs.
pub(super) fn convention(code: &CodeProto, entry: Option<u32>) -> Convention {
    let in_registers = entry.is_none() && hir_build::parameters(code) <= MAX_REGISTER_ARGS;
    let args = if in_registers { ArgPassing::Registers } else { ArgPassing::Window };
    Convention { args, callee: true }
}

/// The arguments that a function takes with their references.
fn taken(function: &CompiledFunction) -> Vec<u32> {
    let params = function.signature().params.iter().enumerate();
    params.filter(|(_, param)| param.taken).map(|(index, _)| index as u32).collect()
}

/// Forgets what was seen at an instruction, or makes a weaker guess of it the first time. Where one object is not of the shape that was seen,
/// others that are expected to be are likely the same one.
fn forget(feedback: &mut Feedback, code: &Code, pc: u32, times: u32) {
    if let Some(word) = feedback.words.get_mut(pc as usize) {
        *word = SAW_OTHER;
    }
    let Some(insn) = code.insns.get(pc as usize).map(std::cell::Cell::get) else { return };
    if insn.op.fields().contains(&Field::Site)
        && let Some(site) = feedback.sites.get_mut(insn.e as usize)
    {
        let wrong = site.shape();
        *site = match *site {
            SiteHint::Call(Target { args: Some(args), .. }) if times == 1 => SiteHint::AnyFunction(args),
            _ => SiteHint::None,
        };
        if wrong.is_some() {
            feedback.sites.iter_mut().filter(|site| site.shape() == wrong).for_each(|site| *site = SiteHint::None);
        }
    }
}

/// Names for counting.
fn name(error: &CompileError) -> String {
    match error {
        CompileError::Unsupported { op, .. } => format!("{}:{op}", error.name()),
        _ => error.name().to_owned(),
    }
}

/// A version before it is compiled.
struct Draft<'c> {
    func: hir::Function,
    constants: Constants<'c>,
}

/// The words of constants and names.
struct Constants<'c> {
    machine: &'c Machine,
    rt: &'c Rt,
    code: &'c Code,
    /// Constants of inlined code, by number; they are pinned.
    objects: Vec<Value>,
    pins: RefCell<Vec<Owned>>,
    cells: RefCell<Vec<Rc<EntryCell>>>,
}

impl Constants<'_> {
    /// What keeps the objects and cells that were asked for.
    fn into_kept(self) -> Kept {
        Kept { _pins: self.pins.into_inner(), _cells: self.cells.into_inner() }
    }

    /// The code's own constant that this is.
    fn own(&self, is: impl Fn(&Const) -> bool) -> Option<Value> {
        let index = self.code.proto.consts.iter().position(is)?;
        self.code.consts.get(index).copied()
    }

    /// Keeps an object as long as the code.
    fn pin(&self, object: Result<Owned, runtime::Raised>) -> Option<Value> {
        match object {
            Ok(object) => {
                let value = *object;
                self.pins.borrow_mut().push(object);
                Some(value)
            }
            Err(raised) => {
                self.rt.forget(raised);
                None
            }
        }
    }

    fn names(&self, names: &[Box<str>]) -> Option<Value> {
        let is = |item: &Const, name: &str| matches!(item, Const::Str(Text::Utf8(text)) if **text == *name);
        let same =
            |items: &[Const]| items.len() == names.len() && items.iter().zip(names).all(|(item, name)| is(item, name));
        self.own(|constant| matches!(constant, Const::Tuple(items) if same(items))).or_else(|| {
            let items: Result<Vec<Owned>, _> = names.iter().map(|name| self.rt.intern(name)).collect();
            self.pin(items.and_then(|items| self.rt.tuple_from_owned(items)))
        })
    }
}

impl Resolver for Constants<'_> {
    fn constant(&self, constant: &Constant) -> Option<u64> {
        let value = match constant {
            Constant::None => Value::none(),
            Constant::True => Value::bool(true),
            Constant::False => Value::bool(false),
            Constant::Ellipsis => Value::ellipsis(),
            Constant::NotImplemented => Value::not_implemented(),
            Constant::Entry { index, .. } => *self.code.consts.get(*index as usize)?,
            Constant::Str(text) => self
                .own(|constant| matches!(constant, Const::Str(Text::Utf8(own)) if own == text))
                .or_else(|| self.pin(self.rt.str(text)))?,
            Constant::Float(bits) => self
                .own(|constant| matches!(constant, Const::Float(own) if own.to_bits() == *bits))
                .or_else(|| self.pin(self.rt.float(f64::from_bits(*bits))))?,
            Constant::Names(names) => self.names(names)?,
            Constant::Object { index, .. } => *self.objects.get(*index as usize)?,
            _ => return None,
        };
        Some(word(value))
    }

    fn name(&self, name: &str) -> Option<u64> {
        let of_code = self.code.proto.names.iter().position(|own| **own == *name);
        let value = match of_code.and_then(|index| self.code.names.get(index)) {
            Some(&value) => value,
            None => match self.rt.intern_immortal(name) {
                Ok(value) => value,
                Err(raised) => {
                    self.rt.forget(raised);
                    return None;
                }
            },
        };
        Some(word(value))
    }

    fn native(&self, _: &str) -> Option<*const u8> {
        None
    }

    fn slot_offset(&self, shape: u32, slot: u32) -> Option<i32> {
        let offset = self.rt.slot_offset(shape, slot as usize)?;
        i32::try_from(offset).ok()
    }

    fn makes_in_line(&self, _: Opcode) -> bool {
        true
    }

    fn instance_layout(&self, shape: u32) -> Option<InstanceLayout> {
        self.rt.new_instance_layout(shape).map(|(bytes, counts_class)| InstanceLayout { bytes, counts_class })
    }

    fn wants_function(&self, op: Opcode) -> bool {
        super::helpers::wants_function(op)
    }

    fn global(&self, name: &str) -> Option<GlobalPlace> {
        let (rt, globals) = (self.rt, self.code.only_globals()?);
        let name = self.rt.intern(name).map_err(|raised| self.rt.forget(raised)).ok()?;
        let (module, builtins) = (rt.as_dict(globals)?, rt.as_dict(rt.builtins.get())?);
        let mut watches = smallvec::SmallVec::new();
        watches.push(watch(rt, module)?);
        let (dict, index) = match rt.dict_entry_index(module, *name) {
            Some(index) => (module, index),
            None => {
                watches.push(watch(rt, builtins)?);
                (builtins, rt.dict_entry_index(builtins, *name)?)
            }
        };
        let offset = usize::try_from(index).ok()?.checked_mul(size_of::<runtime::dict::Entry>())?;
        let offset = i32::try_from(offset + offset_of!(runtime::dict::Entry, value)).ok()?;
        Some(GlobalPlace { watches, entries: (&raw const dict.entries).expose_provenance() as u64, offset })
    }

    fn method(&self, shape: u32, name: &str) -> Option<Method> {
        let rt = self.rt;
        let name = rt.intern(name).map_err(|raised| rt.forget(raised)).ok()?;
        let found = rt.type_lookup(rt.shapes.get(shape).class.get(), *name)?;
        let watch = Watch { at: rt.epochs.classes_address(), is: rt.epochs.classes() };
        rt.is_plain_method(found).then(|| Method { watch, word: word(found) })
    }

    fn row(&self, access: Access, name: &str) -> Option<RowPlace> {
        let name = self.rt.intern_immortal(name).map_err(|raised| self.rt.forget(raised)).ok()?;
        let row = self.machine.lookups.row(access, name);
        Some(RowPlace { row: Rc::as_ptr(&row).expose_provenance() as u64, key: self.rt.epochs.key_address() })
    }

    fn dictionary(&self, shape: u32) -> Option<i32> {
        let offset = match self.rt.shapes.get(shape).kind {
            Kind::Type => offset_of!(TypeObj, dict),
            Kind::Module => offset_of!(ModuleObj, dict),
            _ => return None,
        };
        i32::try_from(offset).ok()
    }

    fn slots_watch(&self) -> Option<Watch> {
        Some(Watch { at: self.rt.epochs.slots_address(), is: self.rt.epochs.slots() })
    }

    fn code_cell(&self, number: u32) -> Option<u64> {
        let vm = Vm::of(self.rt);
        let cell = vm.codes.find(number)?.jit.cell(self.machine.compiler.uncompiled());
        let address = (&raw const cell.entry).expose_provenance() as u64;
        self.cells.borrow_mut().push(cell);
        Some(address)
    }

    fn has_helper(&self, op: Opcode) -> bool {
        // SAFETY: the context lives as long as the machine, and nobody holds a reference into it.
        unsafe { !(*self.machine.context()).helpers[op as usize].is_null() }
    }
}

/// The version of a dict's keys.
fn watch(rt: &Rt, dict: &runtime::dict::DictObj) -> Option<Watch> {
    let is = rt.dict_version(dict);
    (is != 0).then(|| Watch { at: (&raw const dict.version).expose_provenance() as u64, is })
}

/// The word of a value, as machine code has it.
pub(super) fn word(value: Value) -> u64 {
    value.as_ptr().expose_provenance() as u64
}
