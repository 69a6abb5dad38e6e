//! Calls, and `super()` attributes.

use super::{Compiler, Opnd, R};
use crate::bytecode::{Const, Insn, Op, Pos, Text, USE_B};
use crate::front::scope::Access;
use ruff_python_ast::{Arguments, Expr, ExprAttribute, ExprCall, Keyword};
use ruff_text_size::{Ranged, TextRange};

/// More arguments than this are passed as a tuple.
const MAX_DIRECT: usize = 1000;

impl<'a> Compiler<'a, '_> {
    pub(super) fn call(&mut self, node: &'a ExprCall, dst: u16) -> R<()> {
        self.check_keywords(&node.arguments.keywords)?;
        if let Expr::Attribute(attribute) = &*node.func
            && !is_unpacked(&node.arguments)
        {
            return self.method_call(node, attribute, dst);
        }
        let base = self.push(&node.func)?;
        let pos = self.pos(if is_consumer_of_generator(node) { node.func.range() } else { node.range() });
        self.call_after(base, &[], &node.arguments, pos, dst)
    }

    fn check_keywords(&self, keywords: &[Keyword]) -> R<()> {
        let mut seen = rustc_hash::FxHashSet::default();
        for keyword in keywords {
            let Some(name) = &keyword.arg else { continue };
            if name.as_str() == "__debug__" {
                return Err(self.error(keyword.range, "cannot assign to __debug__"));
            }
            if !seen.insert(name.as_str()) {
                return Err(self.error(keyword.range, format!("keyword argument repeated: {name}")));
            }
        }
        Ok(())
    }

    /// `object.name(arguments)`.
    fn method_call(&mut self, node: &'a ExprCall, attribute: &'a ExprAttribute, dst: u16) -> R<()> {
        let base = self.u.top;
        if !self.super_method(attribute, base)? {
            let object = self.operand(&attribute.value, &[])?;
            let name = self.attr_index(&attribute.attr.id)?;
            self.u.code.pos = self.attribute_pos(attribute.range, attribute);
            self.u.code.op(Op::LoadMethod, object.use_b(), base, object.reg, name);
        }
        self.u.top = base;
        self.alloc_many(2)?;
        let pos = self.attribute_pos(node.range(), attribute);
        let (count, keywords) = self.direct_arguments(&[], &node.arguments)?;
        self.u.code.pos = pos;
        self.emit_call(Op::CallMethod, Op::CallMethodKw, dst, base, count, keywords)
    }

    /// Calls the callable at `base` with the positional arguments already in the temporaries `given` and
    /// `arguments`.
    pub(super) fn call_after(
        &mut self,
        base: u16,
        given: &[u16],
        arguments: &'a Arguments,
        pos: Pos,
        dst: u16,
    ) -> R<()> {
        if is_unpacked(arguments) {
            self.unpacked_arguments(base, given, arguments, pos)?;
            self.u.code.pos = pos;
            self.u.code.op(Op::CallEx, 0, dst, base, 0);
            return Ok(());
        }
        let (count, keywords) = self.direct_arguments(given, arguments)?;
        self.u.code.pos = pos;
        self.emit_call(Op::Call, Op::CallKw, dst, base, count, keywords)
    }

    /// Pushes the arguments; gives their number and the names of those that are keywords.
    fn direct_arguments(&mut self, given: &[u16], arguments: &'a Arguments) -> R<(u16, Option<Const>)> {
        for arg in &arguments.args {
            match arg {
                Expr::Generator(node) if arguments.len() == 1 && !node.parenthesized => {
                    // Without parentheses of its own, the generator stands for those of the call.
                    let reg = self.u.top;
                    self.generator(node, arguments.range, reg)?;
                    self.u.top = reg;
                    self.alloc()?;
                }
                _ => {
                    self.push(arg)?;
                }
            }
        }
        let mut names = Vec::new();
        for keyword in &arguments.keywords {
            self.push(&keyword.value)?;
            let name = keyword.arg.as_ref().map_or("", |name| name.as_str());
            names.push(Const::Str(Text::Utf8(name.into())));
        }
        let count = given.len() + arguments.args.len() + names.len();
        Ok((count as u16, (!names.is_empty()).then(|| Const::Tuple(names.into()))))
    }

    fn emit_call(&mut self, op: Op, kw: Op, dst: u16, base: u16, count: u16, names: Option<Const>) -> R<()> {
        match names {
            None => self.u.code.op(op, 0, dst, base, count),
            Some(names) => {
                let d = self.u.code.constant(names);
                self.u.code.push(Insn { d, ..Insn::new(kw, dst, base, count) });
            }
        }
        Ok(())
    }

    /// Puts a sequence of the positional arguments at `base + 1` and the dict of keywords, or nothing, at `base + 2`.
    fn unpacked_arguments(&mut self, base: u16, given: &[u16], arguments: &'a Arguments, pos: Pos) -> R<()> {
        let range = arguments.range;
        self.u.top = base + 1;
        match &*arguments.args {
            [Expr::Starred(only)] if given.is_empty() => {
                self.push(&only.value)?;
            }
            args => {
                let list = base + 1;
                self.u.top = list + given.len() as u16;
                self.sequence_into_list(args, given.len() as u16, list, pos)?;
                self.u.code.pos = pos;
                self.u.top = list;
                self.alloc()?;
                self.u.code.op(Op::ListToTuple, USE_B, list, list, 0);
            }
        }
        let dict = self.alloc()?;
        if arguments.keywords.is_empty() {
            self.u.code.op(Op::Clear, 0, dict, 0, 0);
            return Ok(());
        }
        self.keyword_dict(base, dict, &arguments.keywords, pos)?;
        self.at(range);
        Ok(())
    }

    /// Builds the keyword arguments into `dict`; the callable is at `base`.
    fn keyword_dict(&mut self, base: u16, dict: u16, keywords: &'a [Keyword], pos: Pos) -> R<()> {
        let is_named = |k: &&Keyword| k.arg.is_some();
        let leading = keywords.iter().take_while(is_named).take(MAX_DIRECT).count();
        self.u.top = dict;
        for keyword in &keywords[..leading] {
            let key = self.alloc()?;
            self.u.code.pos = pos;
            self.load_keyword(keyword, key);
            self.push(&keyword.value)?;
        }
        self.u.code.pos = pos;
        self.u.code.op(Op::BuildDict, 0, dict, dict, leading as u16);
        self.u.top = dict;
        self.alloc()?;
        for keyword in &keywords[leading..] {
            let mark = self.u.top;
            if keyword.arg.is_some() {
                // A dict of its own: a name that the mappings before gave already is an error.
                let part = self.alloc()?;
                self.u.code.pos = pos;
                self.load_keyword(keyword, part);
                self.push(&keyword.value)?;
                self.u.code.pos = pos;
                self.u.code.op(Op::BuildDict, 0, part, part, 1);
                self.u.code.op(Op::DictMerge, USE_B, dict, part, base);
            } else {
                let mapping = self.operand(&keyword.value, &[])?;
                self.u.code.pos = pos;
                self.u.code.op(Op::DictMerge, mapping.use_b(), dict, mapping.reg, base);
            }
            self.u.top = mark;
        }
        Ok(())
    }

    fn load_keyword(&mut self, keyword: &Keyword, dst: u16) {
        let name = keyword.arg.as_ref().map_or("", |name| name.as_str());
        self.load_const(dst, Const::Str(Text::Utf8(name.into())));
    }

    // super()

    /// `super().name` or `super(a, b).name` as one instruction; false if it is not that.
    pub(super) fn super_attribute(&mut self, node: &'a ExprAttribute, dst: u16) -> R<bool> {
        let base = self.u.top;
        if !self.super_operands(&node.value)? {
            return Ok(false);
        }
        let name = self.attr_index(&node.attr.id)?;
        self.u.code.pos = self.attribute_pos(node.range, node);
        self.u.code.op(Op::LoadSuperAttr, 0, dst, base, name);
        Ok(true)
    }

    fn super_method(&mut self, node: &'a ExprAttribute, base: u16) -> R<bool> {
        if !self.super_operands(&node.value)? {
            return Ok(false);
        }
        let name = self.attr_index(&node.attr.id)?;
        self.u.code.pos = self.attribute_pos(node.range, node);
        self.u.code.op(Op::LoadSuperMethod, 0, base, base, name);
        Ok(true)
    }

    /// Pushes what `super` names, the class and the object, if `expr` is a call of the global `super`.
    fn super_operands(&mut self, expr: &'a Expr) -> R<bool> {
        let Expr::Call(call) = expr else { return Ok(false) };
        let Expr::Name(name) = &*call.func else { return Ok(false) };
        if name.id != "super" || !call.arguments.keywords.is_empty() || is_unpacked(&call.arguments) {
            return Ok(false);
        }
        let sym = self.scopes.names.intern("super");
        let is_function = self.frame_scope().kind.has_fast_locals();
        let at_top = self.scopes.top_mentions(sym);
        if !is_function || at_top || self.scopes.access(self.scope, sym) != Access::GlobalImplicit {
            return Ok(false);
        }
        let class = self.scopes.names.intern("__class__");
        match &*call.arguments.args {
            [] if self.frame_scope().params.is_empty() => return Ok(false),
            [] if self.scopes.access(self.scope, class) != Access::Free => return Ok(false),
            [] | [_, _] => {}
            _ => return Ok(false),
        }
        self.push(&call.func)?;
        match &*call.arguments.args {
            [class, object] => {
                self.push(class)?;
                self.push(object)?;
            }
            _ => self.implicit_super_arguments(class, call.range())?,
        }
        Ok(true)
    }

    fn implicit_super_arguments(&mut self, class: crate::front::scope::Sym, range: TextRange) -> R<()> {
        self.at(range);
        let reg = self.alloc()?;
        self.load_sym(class, reg)?;
        let first = self.frame_scope().params[0];
        let reg = self.alloc()?;
        let scope = std::mem::replace(&mut self.scope, self.u.scope);
        let done = self.load_sym(first, reg);
        self.scope = scope;
        done
    }

    /// Calls the callable at `base` with the one argument after it.
    pub(super) fn call_one(&mut self, dst: u16, base: u16) {
        self.u.code.op(Op::Call, 0, dst, base, 1);
    }
}

/// `all`, `any` or `tuple` of a generator expression: errors in it point at the name, since CPython runs the
/// loop in place.
fn is_consumer_of_generator(node: &ExprCall) -> bool {
    let Expr::Name(name) = &*node.func else { return false };
    matches!(name.id.as_str(), "all" | "any" | "tuple")
        && node.arguments.keywords.is_empty()
        && matches!(&*node.arguments.args, [Expr::Generator(_)])
}

/// Whether the arguments are passed as a tuple and a dict.
fn is_unpacked(arguments: &Arguments) -> bool {
    arguments.args.iter().any(Expr::is_starred_expr)
        || arguments.keywords.iter().any(|k| k.arg.is_none())
        || arguments.len() > MAX_DIRECT
}

impl Opnd {
    /// The temporary's number, if it is one.
    pub(super) fn temp_reg(self) -> Option<u16> {
        self.temp.then_some(self.reg)
    }
}
