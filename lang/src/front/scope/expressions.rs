//! First pass: expressions, comprehensions and assignment expressions.

use super::build::{Builder, Done, GENERATOR};
use super::{Part, ScopeId, ScopeKind};
use crate::front::syntax_error::SyntaxError;
use ruff_python_ast::{Comprehension, Expr, ExprContext, ExprNamed, InterpolatedStringElement};
use ruff_text_size::{Ranged, TextRange};

impl Builder<'_, '_> {
    pub(super) fn optional(&mut self, expr: Option<&Expr>) -> Done {
        expr.map_or(Ok(()), |e| self.expr(e))
    }

    pub(super) fn exprs(&mut self, exprs: &[Expr]) -> Done {
        exprs.iter().try_for_each(|e| self.expr(e))
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> Done {
        self.enter(expr.range())?;
        let done = self.expr_inner(expr);
        self.depth -= 1;
        done
    }

    fn expr_inner(&mut self, expr: &Expr) -> Done {
        match expr {
            Expr::Name(name) => match name.ctx {
                ExprContext::Load | ExprContext::Invalid => {
                    self.read(&name.id);
                    Ok(())
                }
                ExprContext::Del if name.id == "__debug__" => Err(self.error(name.range, "cannot delete __debug__")),
                ExprContext::Store | ExprContext::Del => self.bind(&name.id, name.range).map(drop),
            },
            Expr::BoolOp(node) => self.exprs(&node.values),
            Expr::Named(node) => self.named(node),
            Expr::BinOp(_) => self.binary_chain(expr),
            Expr::UnaryOp(node) => self.expr(&node.operand),
            Expr::Lambda(node) => {
                if let Some(parameters) = &node.parameters {
                    self.defaults(parameters)?;
                }
                self.open(ScopeKind::Lambda, node, Part::Body);
                if let Some(parameters) = &node.parameters {
                    self.parameters(parameters)?;
                }
                self.expr(&node.body)?;
                self.close();
                Ok(())
            }
            Expr::If(node) => {
                self.expr(&node.test)?;
                self.expr(&node.body)?;
                self.expr(&node.orelse)
            }
            Expr::Dict(node) => node.items.iter().try_for_each(|item| {
                self.optional(item.key.as_ref())?;
                self.expr(&item.value)
            }),
            Expr::Set(node) => self.exprs(&node.elts),
            Expr::ListComp(node) => {
                self.comprehension(node, "list comprehension", &node.generators, &[Some(&node.elt)])
            }
            Expr::SetComp(node) => self.comprehension(node, "set comprehension", &node.generators, &[Some(&node.elt)]),
            Expr::DictComp(node) => {
                let elements = [node.key.as_deref(), Some(&*node.value)];
                self.comprehension(node, "dict comprehension", &node.generators, &elements)
            }
            Expr::Generator(node) => self.comprehension(node, GENERATOR, &node.generators, &[Some(&node.elt)]),
            Expr::Await(node) => Err(self.unsupported(node.range, "await expressions")),
            Expr::Yield(node) => {
                self.optional(node.value.as_deref())?;
                self.yields(node.range, "yield")
            }
            Expr::YieldFrom(node) => {
                self.expr(&node.value)?;
                self.yields(node.range, "yield")
            }
            Expr::Compare(node) => {
                self.expr(&node.left)?;
                self.exprs(&node.comparators)
            }
            Expr::Call(node) => {
                self.expr(&node.func)?;
                self.exprs(&node.arguments.args)?;
                node.arguments.keywords.iter().try_for_each(|k| self.expr(&k.value))
            }
            Expr::FString(node) => node.value.elements().try_for_each(|element| self.interpolated(element)),
            Expr::TString(node) => Err(self.unsupported(node.range, "template strings")),
            Expr::Attribute(node) => self.expr(&node.value),
            Expr::Subscript(node) => {
                self.expr(&node.value)?;
                self.expr(&node.slice)
            }
            Expr::Starred(node) => self.expr(&node.value),
            Expr::List(node) => self.exprs(&node.elts),
            Expr::Tuple(node) => self.exprs(&node.elts),
            Expr::Slice(node) => {
                self.optional(node.lower.as_deref())?;
                self.optional(node.upper.as_deref())?;
                self.optional(node.step.as_deref())
            }
            Expr::StringLiteral(_)
            | Expr::BytesLiteral(_)
            | Expr::NumberLiteral(_)
            | Expr::BooleanLiteral(_)
            | Expr::NoneLiteral(_)
            | Expr::EllipsisLiteral(_) => Ok(()),
            Expr::IpyEscapeCommand(node) => Err(self.error(node.range, "invalid syntax")),
        }
    }

    /// A left-deep chain of binary operators, without recursion on its length.
    fn binary_chain(&mut self, expr: &Expr) -> Done {
        let mut rights = Vec::new();
        let mut left = expr;
        while let Expr::BinOp(node) = left {
            rights.push(&*node.right);
            left = &node.left;
        }
        self.expr(left)?;
        rights.into_iter().rev().try_for_each(|right| self.expr(right))
    }

    fn interpolated(&mut self, element: &InterpolatedStringElement) -> Done {
        let InterpolatedStringElement::Interpolation(field) = element else { return Ok(()) };
        self.enter(field.range)?;
        self.expr(&field.expression)?;
        if let Some(spec) = &field.format_spec {
            spec.elements.iter().try_for_each(|e| self.interpolated(e))?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn yields(&mut self, range: TextRange, what: &str) -> Done {
        match self.kind() {
            ScopeKind::Function | ScopeKind::Lambda => {
                self.scope().is_generator = true;
                Ok(())
            }
            ScopeKind::Generator | ScopeKind::Comprehension => {
                Err(self.error(range, format!("'{what}' inside {}", self.comprehension_name)))
            }
            ScopeKind::Annotations => Err(self.error(range, "yield expression cannot be used within an annotation")),
            ScopeKind::Module | ScopeKind::Exec | ScopeKind::Class => {
                Err(self.error(range, format!("'{what}' outside function")))
            }
        }
    }

    fn comprehension<T>(
        &mut self,
        node: &T,
        name: &'static str,
        generators: &[Comprehension],
        elements: &[Option<&Expr>],
    ) -> Done {
        let (first, rest) = generators.split_first().expect("a comprehension has a `for`");
        self.iterable(&first.iter)?;
        let lazy = name == GENERATOR;
        self.open(if lazy { ScopeKind::Generator } else { ScopeKind::Comprehension }, node, Part::Body);
        let outer = std::mem::replace(&mut self.comprehension_name, name);
        if lazy {
            self.implicit_parameter(".0");
        }
        self.generator(first)?;
        for generator in rest {
            self.generator_target(generator)?;
            self.iterable(&generator.iter)?;
            self.exprs(&generator.ifs)?;
        }
        for element in elements.iter().flatten() {
            self.expr(element)?;
        }
        self.comprehension_name = outer;
        self.close();
        Ok(())
    }

    fn generator(&mut self, generator: &Comprehension) -> Done {
        self.generator_target(generator)?;
        self.exprs(&generator.ifs)
    }

    fn generator_target(&mut self, generator: &Comprehension) -> Done {
        if generator.is_async {
            return Err(self.unsupported(generator.range, "asynchronous comprehensions"));
        }
        self.iteration_target = true;
        let done = self.expr(&generator.target);
        self.iteration_target = false;
        done
    }

    fn iterable(&mut self, expr: &Expr) -> Done {
        self.iterable_depth += 1;
        let done = self.expr(expr);
        self.iterable_depth -= 1;
        done
    }

    fn named(&mut self, node: &ExprNamed) -> Done {
        if self.iterable_depth > 0 {
            let message = "assignment expression cannot be used in a comprehension iterable expression";
            return Err(self.error(node.range, message));
        }
        let Expr::Name(target) = &*node.target else {
            return Err(self.error(node.target.range(), "cannot use assignment expressions with this target"));
        };
        let owner = match self.kind() {
            ScopeKind::Annotations => {
                return Err(self.error(node.range, "named expression cannot be used within an annotation"));
            }
            ScopeKind::Generator | ScopeKind::Comprehension => self.extend_named(node, &target.id)?,
            _ => self.current,
        };
        let sym = self.sym(&target.id);
        self.scopes.get_mut(owner).walrus.insert(sym);
        self.expr(&node.value)?;
        if owner == self.current { self.expr(&node.target) } else { Ok(()) }
    }

    /// An assignment expression in a comprehension binds its target in the function (or module) around.
    fn extend_named(&mut self, node: &ExprNamed, name: &str) -> Result<ScopeId, SyntaxError> {
        let sym = self.sym(name);
        let mut id = self.current;
        loop {
            let scope = self.scopes.get(id);
            let usage = scope.uses.get(&sym).copied().unwrap_or_default();
            match scope.kind {
                ScopeKind::Generator | ScopeKind::Comprehension => {
                    if usage.iteration {
                        let message =
                            format!("assignment expression cannot rebind comprehension iteration variable '{name}'");
                        return Err(self.error(node.target.range(), message));
                    }
                }
                ScopeKind::Function | ScopeKind::Lambda => {
                    if name == "__debug__" {
                        return Err(self.error(node.target.range(), "cannot assign to __debug__"));
                    }
                    if usage.global {
                        self.usage(sym).global = true;
                    } else {
                        self.usage(sym).nonlocal = true;
                        self.usage_in(id, sym).bound = true;
                    }
                    return Ok(id);
                }
                ScopeKind::Module | ScopeKind::Exec => {
                    self.usage(sym).global = true;
                    self.usage_in(id, sym).bound = true;
                    return Ok(id);
                }
                ScopeKind::Class => {
                    let message = "assignment expression within a comprehension cannot be used in a class body";
                    return Err(self.error(node.range, message));
                }
                ScopeKind::Annotations => {
                    let message = "named expression cannot be used within an annotation";
                    return Err(self.error(node.range, message));
                }
            }
            id = scope.parent.expect("a comprehension stands in a scope");
        }
    }
}
