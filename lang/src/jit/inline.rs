//! Which calls are inlined, and what their bodies are.
//!
//! A small function that was seen at a call becomes part of the caller's version: its body is built with its own feedback and goes in the place of
//! the direct call, behind the guard that the call has anyway. It must have nothing that depends on which function runs: the
//! globals are those of the caller, and nothing in it makes functions, imports, or handles exceptions.
//!
//! Constants of a callee that are objects get a number in a table of the version, which keeps them alive.

use super::Machine;
use super::stats::count;
use crate::bytecode::{CodeKind, Const, Op, Text};
use crate::hir_build::{self, BuildOptions, Feedback, SiteHint, Target};
use crate::interp::Vm;
use crate::interp::code::Code;
use hir::passes::inline::inline;
use hir::{Constant, Function, Imm, InstId, Opcode, Type, World};
use runtime::{Owned, Rt, Value};
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// Most bytecode instructions of a function that is inlined.
const MAX_CALLEE: usize = 60;
/// Most bytecode instructions that are inlined into one version.
const MAX_TOTAL: usize = 400;
/// How deep calls are inlined in inlined calls.
const MAX_DEPTH: usize = 3;

/// A call that may be inlined.
struct Site {
    call: InstId,
    /// The codes whose frames it is in, the outermost first.
    chain: Vec<u32>,
}

/// The inlining into one version.
pub(super) struct Inlining<'c> {
    machine: &'c Machine,
    rt: &'c Rt,
    vm: &'c Vm,
    code: &'c Code,
    leave_unseen: bool,
    wanted: bool,
    /// Bodies that have been built; nothing where that is not possible.
    bodies: FxHashMap<u32, Option<Rc<Function>>>,
    /// Constants of inlined code.
    objects: Vec<Owned>,
}

impl<'c> Inlining<'c> {
    /// Inlining into a version of `code`, if it is `wanted`.
    pub(super) fn new(machine: &'c Machine, rt: &'c Rt, code: &'c Code, leave_unseen: bool, wanted: bool) -> Self {
        let (bodies, objects) = (FxHashMap::default(), Vec::new());
        Inlining { machine, rt, vm: Vm::of(rt), code, leave_unseen, wanted, bodies, objects }
    }

    /// The codes whose calls may be inlined, among those that were called where this was seen.
    pub(super) fn candidates(&self, feedback: &Feedback) -> BTreeSet<u32> {
        let target = |site: &SiteHint| match *site {
            SiteHint::Call(Target { number, .. }) => Some(number),
            SiteHint::Class { init, .. } => Some(init.number),
            _ => None,
        };
        let seen = feedback.sites.iter().filter_map(target);
        seen.filter(|&number| self.callee(number).is_some()).collect()
    }

    /// The code with this number, if it can be inlined.
    fn callee(&self, number: u32) -> Option<&'c Code> {
        if !self.wanted || number == self.code.id {
            return None;
        }
        let callee = self.vm.codes.find(number)?;
        let proto = &callee.proto;
        let globals = self.code.only_globals()?;
        let fits = proto.kind == CodeKind::Function
            && callee.simple_args >= 0
            && proto.code.len() <= MAX_CALLEE
            && callee.only_globals() == Some(globals)
            && proto.handlers.is_empty()
            && proto.code.iter().all(|i| needs_no_function(i.op))
            && !hir_build::reads_frame(proto)
            && !callee.jit.versions.try_borrow().is_ok_and(|versions| versions.forbidden);
        fits.then_some(callee)
    }

    /// Inlines what pays, the outermost calls first.
    pub(super) fn run(&mut self, func: &mut Function) {
        if !self.wanted {
            return;
        }
        let calls = func.blocks().flat_map(|block| func.insts(block)).filter(|&inst| is_candidate(func, inst));
        let mut sites: VecDeque<Site> = calls.map(|call| Site { call, chain: vec![self.code.id] }).collect();
        let mut room = MAX_TOTAL;
        while let Some(Site { call, mut chain }) = sites.pop_front() {
            let Some((number, callee)) = self.target(func, call) else { continue };
            if chain.len() > MAX_DEPTH || chain.contains(&number) || callee.proto.code.len() > room {
                continue;
            }
            let Some(body) = self.body(number, callee) else { continue };
            let instance = self.is_class_call(func, call, chain.last().copied());
            let objects = &mut self.objects;
            let inlined = inline(func, call, &body, instance, &mut |constant| translated(callee, constant, objects));
            let Ok(calls) = inlined else { continue };
            count(&self.machine.stats.inlined);
            room -= callee.proto.code.len();
            chain.push(number);
            sites.extend(calls.into_iter().map(|call| Site { call, chain: chain.clone() }));
        }
    }

    /// The code that is called.
    fn target(&self, func: &Function, call: InstId) -> Option<(u32, &'c Code)> {
        match func.inst(call).imms.first() {
            Some(&Imm::Index(number)) => Some((number, self.callee(number)?)),
            _ => None,
        }
    }

    /// Whether a call is that of a class: it has one argument more than the instruction.
    fn is_class_call(&self, func: &Function, call: InstId, caller: Option<u32>) -> bool {
        let data = func.inst(call);
        let code = match caller {
            Some(number) if number != self.code.id => self.vm.codes.find(number),
            _ => Some(self.code),
        };
        let pc = data.frame.map(|frame| func.frame(frame).pc as usize);
        let insn = code.zip(pc).and_then(|(code, pc)| code.proto.code.get(pc));
        insn.is_some_and(|i| i.op == Op::Call && data.args.len() == usize::from(i.c) + 2)
    }

    /// The body of a code, built once.
    fn body(&mut self, number: u32, callee: &Code) -> Option<Rc<Function>> {
        if let Some(known) = self.bodies.get(&number) {
            return known.clone();
        }
        let body = self.build(callee).map(Rc::new);
        self.bodies.insert(number, body.clone());
        body
    }

    fn build(&self, callee: &Code) -> Option<Function> {
        let versions = callee.jit.versions.try_borrow().ok()?;
        let feedback = self.machine.feedback(self.rt, callee, &versions, false);
        drop(versions);
        let candidates = self.candidates(&feedback);
        let options = BuildOptions {
            world: World::Quiet,
            feedback: Some(&feedback),
            leave_unseen: self.leave_unseen,
            inline: Some(&candidates),
            ..BuildOptions::default()
        };
        hir_build::build(&callee.proto, &options).ok()
    }

    /// The constants of inlined code: what keeps them, and by number.
    pub(super) fn into_objects(self) -> (Vec<Owned>, Vec<Value>) {
        let values = self.objects.iter().map(|object| **object).collect();
        (self.objects, values)
    }
}

/// Whether an instruction is a call that names the whole frame of its caller.
fn is_candidate(func: &Function, inst: InstId) -> bool {
    let data = func.inst(inst);
    data.op == Opcode::CallDirect && data.frame.is_some()
}

/// Whether an operation does the same whichever function with the same globals runs.
fn needs_no_function(op: Op) -> bool {
    !matches!(
        op,
        Op::MakeFunction
            | Op::LoadBuildClass
            | Op::StoreGlobal
            | Op::DelGlobal
            | Op::LoadName
            | Op::StoreName
            | Op::DelName
            | Op::LoadClassDeref
            | Op::LoadDictOrGlobal
            | Op::LoadDictOrDeref
            | Op::ImportName
            | Op::ImportFrom
            | Op::ImportStar
            | Op::RaiseAgain
            | Op::Reraise
            | Op::PushExc
            | Op::PopExc
            | Op::ExcMatch
            | Op::WithEnter
            | Op::WithExit
            | Op::WithExitExc
    )
}

/// A constant of `callee` in the caller: objects of its own get a number, so that they stay the same objects. Code does not, for what it belongs
/// to would be kept alive by it.
fn translated(callee: &Code, constant: &Constant, objects: &mut Vec<Owned>) -> Option<Constant> {
    let (index, ty) = match constant {
        Constant::Entry { ty, .. } if ty.intersects(Type::CODE) => return None,
        Constant::Entry { index, ty } => (*index as usize, *ty),
        Constant::Str(text) => {
            let is = |own: &Const| matches!(own, Const::Str(Text::Utf8(own)) if own == text);
            (callee.proto.consts.iter().position(is)?, Type::STR_EXACT)
        }
        _ => return Some(constant.clone()),
    };
    let object = callee.consts.get(index)?;
    let number = objects.iter().position(|known| **known == *object).unwrap_or_else(|| {
        objects.push(object.own());
        objects.len() - 1
    });
    Some(Constant::Object { index: u32::try_from(number).ok()?, ty })
}
