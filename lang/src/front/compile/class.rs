//! Classes.

use super::{Compiler, Opnd, R};
use crate::bytecode::{CodeKind, CodeProto, Const, Op, Text};
use crate::front::scope::Part;
use ruff_python_ast::StmtClassDef;
use ruff_text_size::TextRange;

impl<'a> Compiler<'a, '_> {
    pub(super) fn class_def(&mut self, def: &'a StmtClassDef) -> R<()> {
        let mark = self.u.top;
        let range = self.definition_range(def.range, &def.decorator_list);
        for decorator in &def.decorator_list {
            self.push(&decorator.expression)?;
        }
        let code = self.class_body(def)?;
        let scope = self.scopes.of_node(def, Part::Body);
        self.at(range);
        let base = self.alloc()?;
        self.u.code.op(Op::LoadBuildClass, 0, base, 0, 0);
        let body = self.u.top;
        self.closure_function(code, scope, body)?;
        self.alloc()?;
        let name = self.alloc()?;
        self.load_const(name, Const::Str(Text::Utf8(def.name.as_str().into())));
        match &def.arguments {
            Some(arguments) => {
                let pos = self.pos(range);
                self.call_after(base, &[body, name], arguments, pos, base)?;
            }
            None => self.u.code.op(Op::Call, 0, base, base, 2),
        }
        self.u.top = base;
        self.alloc()?;
        self.apply_decorators(&def.decorator_list, mark)?;
        self.at(range);
        let sym = self.mangled(&def.name.id);
        self.store_sym(sym, Opnd::temp(mark))?;
        self.u.top = mark;
        Ok(())
    }

    fn class_body(&mut self, def: &'a StmtClassDef) -> R<CodeProto> {
        let outer = self.scope;
        let scope = self.scopes.of_node(def, Part::Body);
        self.enter_unit(scope, CodeKind::Class, &def.name.id, def.range)?;
        let class = self.class.replace(&def.name.id);
        self.class_prologue(def.range)?;
        let mut body = &*def.body;
        if let Some((doc, rest)) = self.docstring(body) {
            self.at(ruff_text_size::Ranged::range(&body[0]));
            let reg = self.alloc()?;
            self.load_const(reg, Const::Str(doc.clone()));
            self.store_body_name("__doc__", Opnd::temp(reg))?;
            self.u.top = reg;
            self.u.doc = Some(doc);
            body = rest;
        }
        self.collect_annotations(body);
        self.class_string_annotations()?;
        self.statements(body)?;
        let start = TextRange::empty(def.range.start());
        self.at(start);
        self.class_annotations(start)?;
        self.class_epilogue()?;
        self.class = class;
        self.leave_unit(outer)
    }

    /// The names every class has, and the implicit cells' contents.
    fn class_prologue(&mut self, range: TextRange) -> R<()> {
        let reg = self.alloc()?;
        let name = self.name_index("__name__")?;
        self.u.code.op(Op::LoadName, 0, reg, 0, name);
        self.store_body_name("__module__", Opnd::temp(reg))?;
        let qualname = self.u.qualname.clone();
        self.load_const(reg, Const::Str(Text::Utf8(qualname)));
        self.store_body_name("__qualname__", Opnd::temp(reg))?;
        let line = i64::from(self.pos(range).line);
        self.load_const(reg, Const::Int(line));
        self.store_body_name("__firstlineno__", Opnd::temp(reg))?;
        if let Some(cell) = self.implicit_cell("__classdict__") {
            // The namespace itself.
            self.u.code.op(Op::StoreDeref, 0, cell, 0, 0);
        }
        if let Some(cell) = self.implicit_cell("__conditional_annotations__") {
            self.u.code.op(Op::BuildSet, 0, reg, reg, 0);
            self.u.code.op(Op::StoreDeref, crate::bytecode::USE_B, cell, reg, 0);
        }
        self.u.top = reg;
        Ok(())
    }

    fn class_epilogue(&mut self) -> R<()> {
        let reg = self.alloc()?;
        let names = std::mem::take(&mut self.u.static_attributes);
        let names = names.into_iter().map(|name| Const::Str(Text::Utf8(name.into()))).collect();
        self.load_const(reg, Const::Tuple(names));
        self.store_body_name("__static_attributes__", Opnd::temp(reg))?;
        if let Some(cell) = self.implicit_cell("__classdict__") {
            self.u.code.op(Op::Move, 0, reg, cell, 0);
            self.store_body_name("__classdictcell__", Opnd::temp(reg))?;
        }
        match self.implicit_cell("__class__") {
            Some(cell) => {
                self.u.code.op(Op::Move, 0, reg, cell, 0);
                self.store_body_name("__classcell__", Opnd::temp(reg))?;
                self.u.code.op(Op::Move, 0, reg, cell, 0);
                self.u.code.op(Op::Return, crate::bytecode::USE_A, reg, 0, 0);
            }
            None => self.return_const(Const::None),
        }
        self.u.top = reg;
        Ok(())
    }
}
