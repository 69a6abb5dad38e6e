//! Imports.

use super::stmt::{has_namespace, text};
use super::{Compiler, Opnd, R};
use crate::bytecode::{Const, Insn, Op, USE_B};
use crate::front::scope::Reporter;
use ruff_python_ast::{Alias, Expr, ModModule, Stmt, StmtImport, StmtImportFrom};

/// `ImportStar`: into the namespace in local 0.
const INTO_NAMESPACE: u8 = 64;

/// Features that are always on.
const FEATURES: [&str; 9] = [
    "nested_scopes",
    "generators",
    "division",
    "absolute_import",
    "with_statement",
    "print_function",
    "unicode_literals",
    "barry_as_FLUFL",
    "generator_stop",
];

/// Whether `module` asks for annotations as strings; checks its `from __future__` imports.
///
/// # Errors
/// A feature that does not exist, or an import that comes too late.
pub(crate) fn future_annotations(module: &ModModule, report: &Reporter<'_>) -> R<bool> {
    let mut found = false;
    let mut late = false;
    for (index, stmt) in module.body.iter().enumerate() {
        match stmt {
            Stmt::ImportFrom(import) if is_future(import) => {
                if late {
                    let message = "from __future__ imports must occur at the beginning of the file";
                    return Err(report.error(import.range, message));
                }
                for alias in &import.names {
                    match alias.name.as_str() {
                        "annotations" => found = true,
                        "braces" => return Err(report.error(alias.range, "not a chance")),
                        name if FEATURES.contains(&name) => {}
                        name => {
                            let message = format!("future feature {name} is not defined");
                            return Err(report.error(alias.range, message));
                        }
                    }
                }
            }
            Stmt::Expr(node) if index == 0 && matches!(&*node.value, Expr::StringLiteral(_)) => {}
            _ => late = true,
        }
    }
    Ok(found)
}

fn is_future(import: &StmtImportFrom) -> bool {
    import.level == 0 && import.module.as_ref().is_some_and(|m| m.as_str() == "__future__")
}

impl<'a> Compiler<'a, '_> {
    pub(super) fn import(&mut self, node: &'a StmtImport) -> R<()> {
        for alias in &node.names {
            let mark = self.u.top;
            let module = self.alloc()?;
            self.at(node.range);
            self.load_const(module, Const::None);
            self.import_name(module, &alias.name, 0)?;
            let name = match &alias.asname {
                Some(name) => {
                    // `import a.b.c as d` binds the innermost module.
                    for part in alias.name.as_str().split('.').skip(1) {
                        let part = self.name_index(part)?;
                        self.u.code.op(Op::ImportFrom, USE_B, module, module, part);
                    }
                    name.as_str()
                }
                None => alias.name.as_str().split('.').next().unwrap_or_default(),
            };
            let sym = self.mangled(name);
            self.store_sym(sym, Opnd::temp(module))?;
            self.u.top = mark;
        }
        Ok(())
    }

    /// `reg = import name`, the from-list being in `reg`.
    fn import_name(&mut self, reg: u16, name: &str, level: u32) -> R<()> {
        let name = self.name_index(name)?;
        self.u.code.push(Insn { n: USE_B, d: level, ..Insn::new(Op::ImportName, reg, reg, name) });
        Ok(())
    }

    pub(super) fn import_from(&mut self, node: &'a StmtImportFrom) -> R<()> {
        let mark = self.u.top;
        let module = self.alloc()?;
        let names: Vec<Const> = node.names.iter().map(|alias| text(&alias.name)).collect();
        self.load_const(module, Const::Tuple(names.into()));
        self.import_name(module, node.module.as_ref().map_or("", |m| m.as_str()), node.level)?;
        if let [Alias { name, .. }] = &*node.names
            && name.as_str() == "*"
        {
            let n = if has_namespace(self.u.kind) { INTO_NAMESPACE } else { 0 };
            self.u.code.op(Op::ImportStar, n | USE_B, 0, module, 0);
            self.u.top = mark;
            return Ok(());
        }
        for alias in &node.names {
            let value = self.alloc()?;
            let name = self.name_index(&alias.name)?;
            self.u.code.op(Op::ImportFrom, 0, value, module, name);
            let bound = alias.asname.as_ref().unwrap_or(&alias.name);
            let sym = self.mangled(bound);
            self.store_sym(sym, Opnd::temp(value))?;
            self.u.top = value;
        }
        self.u.code.op(Op::Clear, 0, module, 0, 0);
        self.u.top = mark;
        Ok(())
    }
}
