//! Reading, binding and unbinding names.

use super::{Compiler, Opnd, R};
use crate::bytecode::{CodeKind, Const, Insn, Op, VARIABLE};
use crate::front::scope::{Access, ScopeKind, Sym};
use ruff_python_ast::{Expr, ExprName};

/// Where a name is, for the instruction that touches it.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// A register.
    Fast(u16),
    /// A cell in a register.
    Cell(u16),
    /// A class's name that an outer function may hold: namespace, then cell.
    ClassCell(u16),
    /// As `ClassCell` or `Global`, through the class dictionary, in a class's annotations.
    DictCell(u16),
    DictGlobal,
    Namespace,
    Global,
}

impl<'a> Compiler<'a, '_> {
    fn place(&mut self, sym: Sym) -> Place {
        let in_class_annotations = || {
            let frame = self.frame_scope();
            frame.kind == ScopeKind::Annotations
                && frame.parent.is_some_and(|p| self.scopes.get(p).kind == ScopeKind::Class)
                && !matches!(self.scopes.names.text(sym), "__classdict__" | "__conditional_annotations__")
        };
        match self.scopes.access(self.scope, sym) {
            Access::Own(owner) => {
                let reg = self.u.regs[&(owner, sym)];
                if self.scopes.is_cell(owner, sym) { Place::Cell(reg) } else { Place::Fast(reg) }
            }
            Access::Free => {
                let reg = self.u.free[&sym];
                if self.u.kind == CodeKind::Class && self.scope == self.u.scope {
                    Place::ClassCell(reg)
                } else if in_class_annotations() {
                    Place::DictCell(reg)
                } else {
                    Place::Cell(reg)
                }
            }
            Access::Namespace if self.u.kind == CodeKind::Module => Place::Global,
            Access::Namespace => Place::Namespace,
            Access::GlobalImplicit if in_class_annotations() => Place::DictGlobal,
            Access::GlobalImplicit | Access::GlobalExplicit => Place::Global,
        }
    }

    /// Notes the first use of a plain local: registers are numbered in that order.
    fn touch(&mut self, reg: u16) {
        if self.u.plain.contains(&reg) && !std::mem::replace(&mut self.u.is_touched[usize::from(reg)], true) {
            self.u.touched.push(reg);
        }
    }

    /// The register of `sym` if it is a plain local here.
    pub(super) fn fast_local(&mut self, sym: Sym) -> Option<u16> {
        match self.place(sym) {
            Place::Fast(reg) => Some(reg),
            _ => None,
        }
    }

    /// The register of `expr` if it is the name of a plain local.
    pub(super) fn fast_target(&mut self, expr: &Expr) -> Option<u16> {
        let Expr::Name(name) = expr else { return None };
        let sym = self.mangled(&name.id);
        self.fast_local(sym)
    }

    /// Emits the check that local `reg` is bound.
    fn check_bound(&mut self, reg: u16, sym: Sym) -> R<()> {
        self.touch(reg);
        let name = self.sym_index(sym)?;
        self.u.code.op(Op::CheckBound, 0, reg, 0, name);
        Ok(())
    }

    /// The name as an operand of an instruction that follows the evaluation of `later`: the local itself,
    /// unless `later` rebinds it.
    pub(super) fn name_operand(&mut self, name: &ExprName, later: &[&Expr]) -> R<Option<Opnd>> {
        let sym = self.mangled(&name.id);
        let Some(reg) = self.fast_local(sym) else { return Ok(None) };
        if self.scopes.get(self.u.scope).walrus.contains(&sym) && later.iter().any(|e| rebinds(e, &name.id)) {
            return Ok(None);
        }
        self.at(name.range);
        self.check_bound(reg, sym)?;
        Ok(Some(Opnd { reg, temp: false }))
    }

    /// `dst = name`.
    pub(super) fn load_name(&mut self, name: &ExprName, dst: u16) -> R<()> {
        if name.id == "__debug__" {
            self.at(name.range);
            self.load_const(dst, Const::True);
            return Ok(());
        }
        let sym = self.mangled(&name.id);
        self.at(name.range);
        self.load_sym(sym, dst)
    }

    /// `dst = sym`, at the current position.
    pub(super) fn load_sym(&mut self, sym: Sym, dst: u16) -> R<()> {
        let place = self.place(sym);
        if let Place::Fast(reg) = place {
            self.check_bound(reg, sym)?;
            if dst != reg {
                self.u.code.op(Op::Move, 0, dst, reg, 0);
            }
            return Ok(());
        }
        let name = self.sym_index(sym)?;
        match place {
            Place::Fast(_) => {}
            Place::Cell(reg) => self.u.code.op(Op::LoadDeref, 0, dst, reg, name),
            Place::ClassCell(reg) => self.u.code.op(Op::LoadClassDeref, 0, dst, reg, name),
            Place::DictCell(_) | Place::DictGlobal => {
                let dict = self.alloc()?;
                let class_dict = self.scopes.names.intern("__classdict__");
                self.load_sym(class_dict, dict)?;
                let use_b = crate::bytecode::USE_B;
                if let Place::DictCell(cell) = place {
                    let insn = Insn::new(Op::LoadDictOrDeref, dst, dict, name);
                    self.u.code.push(Insn { n: use_b, d: u32::from(cell), ..insn });
                } else {
                    self.u.code.op(Op::LoadDictOrGlobal, use_b, dst, dict, name);
                }
                self.u.top = dict;
            }
            Place::Namespace => self.u.code.op(Op::LoadName, 0, dst, 0, name),
            Place::Global => self.u.code.op(Op::LoadGlobal, 0, dst, 0, name),
        }
        Ok(())
    }

    /// `sym = src`, at the current position.
    pub(super) fn store_sym(&mut self, sym: Sym, src: Opnd) -> R<()> {
        match self.place(sym) {
            Place::Fast(reg) => {
                self.touch(reg);
                if reg != src.reg {
                    self.u.code.op(Op::Move, src.use_b(), reg, src.reg, 0);
                }
            }
            Place::Cell(reg) | Place::ClassCell(reg) | Place::DictCell(reg) => {
                self.u.code.op(Op::StoreDeref, src.use_b(), reg, src.reg, 0);
            }
            Place::Namespace => {
                let name = self.sym_index(sym)?;
                self.u.code.op(Op::StoreName, src.use_b(), 0, src.reg, name);
            }
            Place::Global | Place::DictGlobal => {
                let name = self.sym_index(sym)?;
                self.u.code.op(Op::StoreGlobal, src.use_b(), 0, src.reg, name);
            }
        }
        Ok(())
    }

    /// Notes that `reg` was bound as a destination.
    pub(super) fn bound_local(&mut self, reg: u16) {
        self.touch(reg);
    }

    /// `del sym`, at the current position.
    pub(super) fn delete_sym(&mut self, sym: Sym) -> R<()> {
        match self.place(sym) {
            Place::Fast(reg) => {
                self.touch(reg);
                self.u.code.op(Op::DelFast, 0, reg, 0, 0);
            }
            Place::Cell(reg) | Place::ClassCell(reg) | Place::DictCell(reg) => {
                let name = self.sym_index(sym)?;
                self.u.code.op(Op::DelDeref, 0, reg, 0, name);
            }
            Place::Namespace => {
                let name = self.sym_index(sym)?;
                self.u.code.op(Op::DelName, 0, 0, 0, name);
            }
            Place::Global | Place::DictGlobal => {
                let name = self.sym_index(sym)?;
                self.u.code.op(Op::DelGlobal, 0, 0, 0, name);
            }
        }
        Ok(())
    }

    /// `sym = None; del sym`: the end of an `except … as sym`.
    pub(super) fn forget_sym(&mut self, sym: Sym) -> R<()> {
        if let Place::Fast(reg) = self.place(sym) {
            self.u.code.op(Op::Clear, 0, reg, 0, 0);
            return Ok(());
        }
        let none = self.alloc()?;
        self.load_const(none, Const::None);
        self.store_sym(sym, Opnd::temp(none))?;
        self.u.top = none;
        self.delete_sym(sym)
    }

    /// Copies the cell of `sym` (not its contents) into `dst`, for a closure.
    pub(super) fn load_cell(&mut self, sym: Sym, dst: u16) {
        let reg = self.cell_register(sym);
        self.u.code.op(Op::Move, 0, dst, reg, 0);
    }

    /// The register of the cell of `sym`: of a scope that shares this frame, or a free variable.
    fn cell_register(&self, sym: Sym) -> u16 {
        let mut scope = self.scope;
        loop {
            if self.scopes.is_cell(scope, sym)
                && let Some(&reg) = self.u.regs.get(&(scope, sym))
            {
                return reg;
            }
            if scope == self.u.scope {
                return self.u.free[&sym];
            }
            scope = self.scopes.get(scope).parent.expect("a comprehension stands in a scope");
        }
    }

    /// The register of the implicit cell `name` of a class body, if it has one.
    pub(super) fn implicit_cell(&mut self, name: &str) -> Option<u16> {
        let sym = self.scopes.names.intern(name);
        self.u.regs.get(&(self.u.scope, sym)).copied()
    }

    /// Binds `name` in the namespace of a module or class body, at the current position.
    pub(super) fn store_body_name(&mut self, name: &str, src: Opnd) -> R<()> {
        let op = if self.u.kind == CodeKind::Module { Op::StoreGlobal } else { Op::StoreName };
        let name = self.name_index(name)?;
        self.u.code.op(op, src.use_b(), 0, src.reg, name);
        Ok(())
    }

    /// Makes temporary `reg` the comprehension variable `sym` of scope `owner`.
    pub(super) fn begin_variable(&mut self, owner: crate::front::scope::ScopeId, sym: Sym, reg: u16) {
        // A local of the same name is numbered here, as it would share the variable's place.
        if let Some(&local) = self.u.regs.get(&(self.u.scope, sym)) {
            self.touch(local);
        }
        self.u.code.op(Op::Clear, VARIABLE, reg, 0, 0);
        if self.scopes.is_cell(owner, sym) {
            self.u.code.op(Op::MakeCell, 0, reg, 0, 0);
        }
        self.u.regs.insert((owner, sym), reg);
    }
}

/// Whether evaluating `expr` may rebind `name` by an assignment expression.
fn rebinds(expr: &Expr, name: &str) -> bool {
    ruff_python_ast::helpers::any_over_expr(
        expr,
        &|e: &Expr| matches!(e, Expr::Named(named) if matches!(&*named.target, Expr::Name(target) if target.id == name)),
    )
}
