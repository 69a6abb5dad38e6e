//! Syntax tree → bytecode.
//!
//! Each body (module, class, function, generator expression, annotations) is a [`Unit`]; the modules
//! here extend [`Compiler`] by family of syntax. An expression is compiled *into* a register: a
//! temporary, or the local that an assignment rebinds. Operands that are plain locals are read in
//! place. What is emitted is pruned, checked for unbound locals and laid out in [`finish`].

mod annotations;
mod assign;
mod bound;
mod call;
mod class;
mod comprehension;
mod cond;
mod display;
mod emit;
mod expr;
mod finish;
mod flow;
mod fold;
mod function;
mod import;
mod names;
mod percent;
mod protect;
mod stmt;
mod string;

use crate::bytecode::{CodeKind, CodeProto, Const, Insn, Op, Pos, Text};
use crate::front::scope::{Access, Reporter, Root, Scope, ScopeId, ScopeKind, Scopes, Sym, analyse, too_deep};
use crate::front::source::LineTable;
use crate::front::syntax_error::SyntaxError;
use emit::Code;
use flow::Block;
use ruff_python_ast::{ModExpression, ModModule};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub(crate) use import::future_annotations;

/// How deeply a syntax tree may nest (chains of binary operators count once).
pub const MAX_DEPTH: u32 = 3000;

/// Instructions that one body may have before layout: `finally` code is repeated for each way out.
const MAX_INSTRUCTIONS: usize = 1 << 22;

/// Result of compiling a piece.
pub(crate) type R<T> = Result<T, SyntaxError>;

/// Compiles a module (`CodeKind::Module`) or text for `exec` (`CodeKind::Exec`).
///
/// # Errors
/// What CPython reports after parsing: wrong declarations, misplaced `return`, trees that are too deep…
pub fn compile_module(ast: &ModModule, source: &str, filename: Arc<str>, mode: CodeKind) -> R<CodeProto> {
    let kind = if mode == CodeKind::Exec { ScopeKind::Exec } else { ScopeKind::Module };
    let report = reporter(source, filename);
    let scopes = analyse(Root::Module(ast), kind, &report)?;
    let scope = scopes.of_node(ast, crate::front::scope::Part::Body);
    let mut compiler = Compiler::new(scopes, report, scope, mode)?;
    compiler.module(ast)?;
    compiler.finish_unit()
}

/// Compiles an expression for `eval`; its value is returned. The code is `CodeKind::Exec`.
///
/// # Errors
/// As [`compile_module`].
pub fn compile_expression(ast: &ModExpression, source: &str, filename: Arc<str>) -> R<CodeProto> {
    let report = reporter(source, filename);
    let scopes = analyse(Root::Expression(ast), ScopeKind::Exec, &report)?;
    let scope = scopes.of_node(ast, crate::front::scope::Part::Body);
    let mut compiler = Compiler::new(scopes, report, scope, CodeKind::Exec)?;
    let mark = compiler.u.top;
    let value = compiler.operand(&ast.body, &[])?;
    compiler.at(ast.body.range());
    compiler.u.code.op(Op::Return, value.use_a(), value.reg, 0, 0);
    compiler.u.top = mark;
    compiler.finish_unit()
}

fn reporter(source: &str, filename: Arc<str>) -> Reporter<'_> {
    Reporter { source, lines: Arc::new(LineTable::new(source)), filename }
}

/// A register that holds a value: a temporary to be consumed, or a local to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Opnd {
    reg: u16,
    temp: bool,
}

impl Opnd {
    fn temp(reg: u16) -> Opnd {
        Opnd { reg, temp: true }
    }
    /// Not consumed by the next instruction.
    fn borrowed(self) -> Opnd {
        Opnd { reg: self.reg, temp: false }
    }
    fn use_a(self) -> u8 {
        if self.temp { crate::bytecode::USE_A } else { 0 }
    }
    fn use_b(self) -> u8 {
        if self.temp { crate::bytecode::USE_B } else { 0 }
    }
    fn use_c(self) -> u8 {
        if self.temp { crate::bytecode::USE_C } else { 0 }
    }
}

/// One body being compiled.
#[derive(Debug)]
struct Unit<'a> {
    scope: ScopeId,
    kind: CodeKind,
    name: Box<str>,
    qualname: Box<str>,
    first_line: u32,
    doc: Option<Text>,
    code: Code,
    /// Local names in provisional order: parameters, others, cells, free variables.
    locals: Vec<Sym>,
    is_cell: Vec<bool>,
    nparams: u16,
    nfree: u16,
    /// The range of provisional registers that are renumbered in order of first use.
    plain: std::ops::Range<u16>,
    /// Plain locals in order of first use.
    touched: Vec<u16>,
    is_touched: Vec<bool>,
    /// Registers of the variables that belong to a scope of this frame.
    regs: FxHashMap<(ScopeId, Sym), u16>,
    free: FxHashMap<Sym, u16>,
    /// The next free temporary, and the highest ever.
    top: u16,
    max_top: u16,
    blocks: Vec<Block<'a>>,
    /// Class bodies: names assigned on `self` in its methods.
    static_attributes: std::collections::BTreeSet<String>,
    self_attrs: Vec<Sym>,
    counts: Counts,
    /// Layout: new indices after a last pass dropped instructions; empty if none did.
    dropped_after: Vec<u32>,
    /// Annotations of a module or class body.
    annotated: Vec<annotations::Annotated<'a>>,
}

/// Parameter counts, as in [`CodeProto`].
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    posonly: u16,
    args: u16,
    kwonly: u16,
    varargs: bool,
    varkw: bool,
}

struct Compiler<'a, 's> {
    scopes: Scopes,
    report: Reporter<'s>,
    /// The scope being compiled: the unit's, or a comprehension in it.
    scope: ScopeId,
    u: Unit<'a>,
    outer: Vec<Unit<'a>>,
    /// Name of the class around, for private names.
    class: Option<&'a str>,
    depth: u32,
}

impl<'a, 's> Compiler<'a, 's> {
    fn new(scopes: Scopes, report: Reporter<'s>, scope: ScopeId, kind: CodeKind) -> R<Self> {
        let u = Unit::new(&scopes, scope, kind, "<module>".into(), "<module>".into(), 1);
        let u = u.ok_or_else(|| report.error(TextRange::default(), TOO_MANY_LOCALS))?;
        let mut compiler = Compiler { scopes, report, scope, u, outer: Vec::new(), class: None, depth: 0 };
        compiler.make_cells();
        Ok(compiler)
    }

    fn error(&self, range: TextRange, message: impl Into<String>) -> SyntaxError {
        self.report.error(range, message)
    }

    /// Counts a level of nesting.
    fn deeper(&mut self, range: TextRange) -> R<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(too_deep(self.error(range, "")));
        }
        if self.u.code.ins.len() > MAX_INSTRUCTIONS {
            return Err(self.error(range, "too much code in one body"));
        }
        Ok(())
    }

    // Positions

    fn pos(&self, range: TextRange) -> Pos {
        let (line, col) = self.report.lines.line_and_byte_col(range.start().to_u32());
        let (end_line, end_col) = self.report.lines.line_and_byte_col(range.end().to_u32());
        Pos { line, col, end_line, end_col }
    }

    /// What is emitted next stands for `range`.
    fn at(&mut self, range: TextRange) {
        self.u.code.pos = self.pos(range);
    }

    // Registers

    /// Takes the next temporary.
    fn alloc(&mut self) -> R<u16> {
        self.alloc_many(1)
    }

    /// Takes `count` consecutive temporaries and gives the first.
    fn alloc_many(&mut self, count: usize) -> R<u16> {
        let first = self.u.top;
        let top = first as usize + count;
        // The last number is never used, so that a count of registers fits.
        if top >= usize::from(u16::MAX) {
            return Err(self.error(TextRange::default(), "too many values in one expression or nested blocks"));
        }
        self.u.top = top as u16;
        self.u.max_top = self.u.max_top.max(self.u.top);
        Ok(first)
    }

    fn is_local(&self, reg: u16) -> bool {
        usize::from(reg) < self.u.locals.len()
    }

    // Tables

    fn name_index(&mut self, name: &str) -> R<u16> {
        let index = self.u.code.name(name);
        u16::try_from(index).map_err(|_| self.error(TextRange::default(), "too many names in one body"))
    }

    fn sym_index(&mut self, sym: Sym) -> R<u16> {
        let name: Box<str> = self.scopes.names.text(sym).into();
        self.name_index(&name)
    }

    fn mangled(&mut self, name: &str) -> Sym {
        self.scopes.names.mangle(self.class, name)
    }

    /// Index of attribute or keyword `name`, mangled in a class.
    fn attr_index(&mut self, name: &str) -> R<u16> {
        let sym = self.mangled(name);
        self.sym_index(sym)
    }

    fn load_const(&mut self, dst: u16, value: Const) {
        let d = self.u.code.constant(value);
        self.u.code.push(Insn { d, ..Insn::new(Op::LoadConst, dst, 0, 0) });
    }

    // Units

    fn frame_scope(&self) -> &Scope {
        self.scopes.get(self.u.scope)
    }

    /// Starts the body of an inner scope.
    fn enter_unit(&mut self, scope: ScopeId, kind: CodeKind, name: &str, range: TextRange) -> R<()> {
        let qualname = self.qualname(name);
        let line = self.pos(range).line;
        let unit = Unit::new(&self.scopes, scope, kind, name.into(), qualname, line);
        let unit = unit.ok_or_else(|| self.error(range, TOO_MANY_LOCALS))?;
        self.outer.push(std::mem::replace(&mut self.u, unit));
        self.scope = scope;
        self.at(TextRange::empty(range.start()));
        self.make_cells();
        Ok(())
    }

    /// Ends the inner body: its code.
    fn leave_unit(&mut self, scope: ScopeId) -> R<CodeProto> {
        let outer = self.outer.pop().expect("an outer unit");
        let unit = std::mem::replace(&mut self.u, outer);
        self.scope = scope;
        finish::finish(unit, &self.scopes, &self.report)
    }

    fn finish_unit(self) -> R<CodeProto> {
        finish::finish(self.u, &self.scopes, &self.report)
    }

    fn qualname(&mut self, name: &str) -> Box<str> {
        let outer = &self.u;
        let sym = self.scopes.names.mangle(self.class, name);
        let is_global = self.scopes.get(self.scope).uses.get(&sym).is_some_and(|u| u.global);
        match outer.kind {
            CodeKind::Module | CodeKind::Exec => name.into(),
            _ if is_global => name.into(),
            CodeKind::Class => format!("{}.{name}", outer.qualname).into(),
            CodeKind::Function | CodeKind::Generator => match self.scopes.get(outer.scope).kind {
                ScopeKind::Generator | ScopeKind::Annotations => format!("{}.{name}", outer.qualname).into(),
                _ => format!("{}.<locals>.{name}", outer.qualname).into(),
            },
        }
    }

    fn make_cells(&mut self) {
        let own = self.u.locals.len() - usize::from(self.u.nfree);
        for reg in 0..own {
            if self.u.is_cell[reg] {
                self.u.code.op(Op::MakeCell, 0, reg as u16, 0, 0);
            }
        }
    }

    /// Emits `return` of a constant, at the position of what came last.
    fn return_const(&mut self, value: Const) {
        let d = self.u.code.constant(value);
        self.u.code.push(Insn { d, ..Insn::new(Op::ReturnConst, 0, 0, 0) });
    }
}

const TOO_MANY_LOCALS: &str = "too many local variables";

impl Unit<'_> {
    /// A unit for `scope`; none if its locals are too many.
    fn new(
        scopes: &Scopes,
        id: ScopeId,
        kind: CodeKind,
        name: Box<str>,
        qualname: Box<str>,
        first_line: u32,
    ) -> Option<Self> {
        let scope = scopes.get(id);
        let mut unit = Unit {
            scope: id,
            kind,
            name,
            qualname,
            first_line,
            doc: None,
            code: Code::default(),
            locals: Vec::new(),
            is_cell: Vec::new(),
            nparams: 0,
            nfree: 0,
            plain: 0..0,
            touched: Vec::new(),
            is_touched: Vec::new(),
            regs: FxHashMap::default(),
            free: FxHashMap::default(),
            top: 0,
            max_top: 0,
            blocks: Vec::new(),
            static_attributes: std::collections::BTreeSet::new(),
            self_attrs: Vec::new(),
            counts: Counts::default(),
            dropped_after: Vec::new(),
            annotated: Vec::new(),
        };
        unit.lay_out_locals(scopes, scope);
        let total = unit.locals.len();
        if total >= usize::from(u16::MAX) / 2 {
            return None;
        }
        unit.is_touched = vec![false; total];
        unit.nfree = scope.free.len() as u16;
        unit.top = total as u16;
        unit.max_top = unit.top;
        Some(unit)
    }

    fn lay_out_locals(&mut self, scopes: &Scopes, scope: &Scope) {
        let id = self.scope;
        if matches!(self.kind, CodeKind::Class | CodeKind::Exec) {
            // Local 0 is the namespace; it has no name that source could spell.
            self.locals.push(scopes.namespace);
            self.is_cell.push(false);
        }
        let add = |unit: &mut Self, sym: Sym, cell: bool| {
            if let std::collections::hash_map::Entry::Vacant(entry) = unit.regs.entry((id, sym)) {
                entry.insert(unit.locals.len() as u16);
                unit.locals.push(sym);
                unit.is_cell.push(cell);
            }
        };
        let own = |sym: &&Sym| scope.access.get(sym) == Some(&Access::Own(id));
        for &sym in scope.params.iter() {
            add(self, sym, scope.uses[&sym].cell);
        }
        self.nparams = self.locals.len() as u16;
        for &sym in scope.order.iter().filter(own).filter(|s| !scope.uses[s].cell) {
            add(self, sym, false);
        }
        self.plain = self.nparams..self.locals.len() as u16;
        let mut cells: Vec<Sym> = scope.uses.iter().filter(|(_, u)| u.cell).map(|(&sym, _)| sym).collect();
        cells.sort_by(|&a, &b| scopes.names.text(a).cmp(scopes.names.text(b)));
        for sym in cells {
            add(self, sym, true);
        }
        for &sym in &scope.free {
            self.free.insert(sym, self.locals.len() as u16);
            self.locals.push(sym);
            self.is_cell.push(true);
        }
    }
}
