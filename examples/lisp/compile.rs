//! Expressions become HIR, without a single reference count operation, and HIR machine code.
//!
//! - A variable is a value. One that is assigned anywhere is a cell; a variable of a loop is one of the builder's.
//! - `lambda` captures by value: its function gets a tuple of what it needs (cells among it).
//! - A call at the end of a function is a tail call. `(let name (…) …)` is a loop: `name` is only called at its end.

use super::lisp::{Code, lisp};
use super::read::Expr;
use std::collections::HashMap;
use tally::hir::{BinOp, BlockId, CmpOp, Constant, FunctionBuilder, NativeId, Spec, Type, ValueId, Variable};
use tally::jit::{CompiledFunction, Host};

type Compiled<T> = Result<T, Box<dyn std::error::Error>>;

/// What a name stands for.
#[derive(Clone)]
enum Place {
    Value(ValueId),
    Cell(ValueId),
    Loop(Variable),
    /// The header and the variables of a loop.
    Label(BlockId, Vec<Variable>),
}

struct Unit<'h> {
    host: &'h Host,
    b: FunctionBuilder,
    scope: Vec<(String, Place)>,
    assigned: &'h [String],
    natives: HashMap<String, NativeId>,
}

/// Compiles an expression outside of functions.
pub fn top_level(host: &Host, form: &Expr) -> Compiled<CompiledFunction> {
    let mut assigned = Vec::new();
    find_assigned(form, &mut assigned);
    if let Expr::List(items) = form
        && let [Expr::Symbol(define), Expr::Symbol(name), value] = &items[..]
        && define == "define"
    {
        return function(host, name, &[], &[], &assigned, |unit| {
            let value = unit.expr(value, false)?;
            let cell = unit.global(name)?;
            unit.b.store_cell(cell, value)?;
            unit.none()
        });
    }
    function(host, "main", &[], &[], &assigned, |unit| unit.expr(form, true))
}

/// The names that `set!` is used on.
fn find_assigned(expr: &Expr, found: &mut Vec<String>) {
    let Expr::List(items) = expr else { return };
    if let [Expr::Symbol(set), Expr::Symbol(name), _] = &items[..]
        && set == "set!"
    {
        found.push(name.clone());
    }
    items.iter().for_each(|item| find_assigned(item, found));
}

fn mentions(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::Symbol(symbol) => symbol == name,
        Expr::List(items) => items.iter().any(|item| mentions(item, name)),
        Expr::Int(_) | Expr::Text(_) => false,
    }
}

/// Compiles a function with these captured names (cells among them, if they are assigned) and parameters.
fn function(
    host: &Host,
    name: &str,
    captured: &[String],
    params: &[String],
    assigned: &[String],
    body: impl FnOnce(&mut Unit<'_>) -> Compiled<ValueId>,
) -> Compiled<CompiledFunction> {
    let mut unit = Unit { host, b: FunctionBuilder::new(name), scope: Vec::new(), assigned, natives: HashMap::new() };
    let entry = unit.b.create_block()?;
    unit.b.switch_to_block(entry)?;
    let tuple = unit.b.load_arg(0, Type::TUPLE_EXACT.with_spec(Spec::Len(captured.len() as u32)))?;
    let args: Vec<ValueId> =
        (1..=params.len()).map(|index| unit.b.load_arg(index as u32, Type::OBJECT)).collect::<Result<_, _>>()?;
    for (index, name) in captured.iter().enumerate() {
        let item = unit.b.tuple_item(index as u32, tuple)?;
        let place = if assigned.contains(name) {
            // Only `lambda` makes the tuple, and it put a cell there.
            let exit = unit.b.frame(name, 0, &[])?;
            Place::Cell(unit.b.guard_type(Type::CELL, item, exit)?)
        } else {
            Place::Value(item)
        };
        unit.scope.push((name.clone(), place));
    }
    for (name, arg) in params.iter().zip(args) {
        unit.bind(name, arg)?;
    }
    let result = body(&mut unit)?;
    if !unit.b.is_filled() {
        unit.b.return_(result)?;
    }
    unit.b.seal_all_blocks()?;
    Ok(host.compile(&unit.b.finish()?)?)
}

impl Unit<'_> {
    /// Goes on in a block to which no more edges will go.
    fn enter(&mut self, block: BlockId) -> Compiled<()> {
        self.b.seal_block(block)?;
        Ok(self.b.switch_to_block(block)?)
    }

    fn bind(&mut self, name: &str, value: ValueId) -> Compiled<()> {
        let place = if self.assigned.iter().any(|assigned| assigned == name) {
            let cell = self.b.make_cell(value)?;
            Place::Cell(self.checked(cell)?)
        } else {
            Place::Value(value)
        };
        self.scope.push((name.into(), place));
        Ok(())
    }

    /// Leaves with the exception that is pending if there is no value.
    fn checked(&mut self, value: ValueId) -> Compiled<ValueId> {
        let exit = self.b.frame("exception", 0, &[])?;
        Ok(self.b.check_exc(value, exit)?)
    }

    fn tuple(&mut self, items: &[ValueId]) -> Compiled<ValueId> {
        let tuple = self.b.make_tuple(items)?;
        self.checked(tuple)
    }

    fn none(&mut self) -> Compiled<ValueId> {
        Ok(self.b.const_none()?)
    }

    fn native(&mut self, name: &str, args: &[ValueId]) -> Compiled<ValueId> {
        if !self.natives.contains_key(name) {
            let id = self.host.natives().declare(&mut self.b, name)?.ok_or("no such native")?;
            self.natives.insert(name.into(), id);
        }
        let id = self.natives[name];
        let exit = self.b.frame(name, 0, &[])?;
        Ok(self.b.call_native(id, args, Some(exit))?.ok_or("a native without result")?)
    }

    /// The cell of a global variable.
    fn global(&mut self, name: &str) -> Compiled<ValueId> {
        let mut globals = lisp(self.host).globals.borrow_mut();
        if !globals.contains_key(name) {
            let cell = self.host.rt().new_cell(None).map_err(|_| "no memory")?;
            globals.insert(name.into(), self.host.add_constant(cell));
        }
        let index = globals[name];
        Ok(self.b.const_(Constant::Entry { index, ty: Type::CELL })?)
    }

    fn place(&self, name: &str) -> Option<Place> {
        self.scope.iter().rev().find(|(bound, _)| bound == name).map(|(_, place)| place.clone())
    }

    fn variable(&mut self, name: &str) -> Compiled<ValueId> {
        let cell = match self.place(name) {
            Some(Place::Value(value)) => return Ok(value),
            Some(Place::Loop(variable)) => return Ok(self.b.use_var(variable)?),
            Some(Place::Label(..)) => return Err(format!("{name} is a loop, and only called at its end").into()),
            Some(Place::Cell(cell)) => cell,
            None => self.global(name)?,
        };
        let value = self.b.load_cell(cell)?;
        let exit = self.b.frame(name, 0, &[])?;
        Ok(self.b.check_var(name, value, exit)?)
    }

    /// The value of an expression; in tail position the function may have ended by then.
    fn expr(&mut self, expr: &Expr, tail: bool) -> Compiled<ValueId> {
        match expr {
            Expr::Int(number) => Ok(self.b.const_int(*number)?),
            Expr::Text(text) => Ok(self.b.const_str(text)?),
            Expr::Symbol(name) if name == "nil" => self.none(),
            Expr::Symbol(name) if name == "true" || name == "false" => Ok(self.b.const_bool(name == "true")?),
            Expr::Symbol(name) => self.variable(name),
            Expr::List(items) => match &items[..] {
                [Expr::Symbol(head), args @ ..] => match self.place(head) {
                    None => self.form(head, args, tail),
                    Some(Place::Label(header, variables)) => self.again(header, &variables, args, tail),
                    Some(_) => self.call(&items[0], args, tail),
                },
                [function, args @ ..] => self.call(function, args, tail),
                [] => self.none(),
            },
        }
    }

    fn form(&mut self, head: &str, rest: &[Expr], tail: bool) -> Compiled<ValueId> {
        match (head, rest) {
            ("if", [condition, yes, no]) => self.choose(condition, yes, no, tail),
            ("begin", body) => self.body(body, tail),
            ("lambda", [Expr::List(params), body @ ..]) => self.lambda("lambda", params, body),
            ("let", [Expr::List(bindings), body @ ..]) => self.block(bindings, body, tail),
            // What a loop ends with is the function's result.
            ("let", [Expr::Symbol(_), Expr::List(_), _]) if !tail => Err("a loop stands at a function's end".into()),
            ("let", [Expr::Symbol(name), Expr::List(bindings), body]) => self.repeat(name, bindings, body),
            ("set!", [Expr::Symbol(name), value]) => {
                let value = self.expr(value, false)?;
                let cell = match self.place(name) {
                    Some(Place::Cell(cell)) => cell,
                    _ => self.global(name)?,
                };
                self.b.store_cell(cell, value)?;
                Ok(value)
            }
            ("+", [a, b]) => self.arithmetic(BinOp::Add, head, a, b, tail),
            ("-", [a, b]) => self.arithmetic(BinOp::Sub, head, a, b, tail),
            ("*", [a, b]) => self.arithmetic(BinOp::Mul, head, a, b, tail),
            ("<", [a, b]) => self.compare(CmpOp::Lt, a, b),
            ("=", [a, b]) => self.compare(CmpOp::Eq, a, b),
            ("null?", [a]) => {
                let (value, none) = (self.expr(a, false)?, self.none()?);
                let is_none = self.b.is(value, none)?;
                Ok(self.b.box_bool(is_none)?)
            }
            ("cons", [a, b]) => {
                let items = [self.expr(a, false)?, self.expr(b, false)?];
                self.tuple(&items)
            }
            ("list", [first, rest @ ..]) => {
                let items = [self.expr(first, false)?, self.form("list", rest, false)?];
                self.tuple(&items)
            }
            ("list", []) => self.none(),
            ("car" | "cdr" | "print", [a]) => {
                let value = self.expr(a, false)?;
                self.native(head, &[value])
            }
            ("define" | "if" | "lambda" | "let" | "set!" | "+" | "-" | "*" | "<" | "=", _)
            | ("null?" | "cons" | "car" | "cdr" | "print", _) => Err(format!("a malformed '{head}'").into()),
            _ => self.call(&Expr::Symbol(head.into()), rest, tail),
        }
    }

    fn call(&mut self, function: &Expr, args: &[Expr], tail: bool) -> Compiled<ValueId> {
        let function = self.expr(function, false)?;
        let args = args.iter().map(|arg| self.expr(arg, false)).collect::<Compiled<Vec<_>>>()?;
        let tuple = self.tuple(&args)?;
        self.native(if tail { "tail" } else { "call" }, &[function, tuple])
    }

    /// `if`. All values are true but `false` and `nil`.
    fn choose(&mut self, condition: &Expr, yes: &Expr, no: &Expr, tail: bool) -> Compiled<ValueId> {
        let value = self.expr(condition, false)?;
        let (then, otherwise) = (self.b.create_block()?, self.b.create_block()?);
        let falsehoods = [self.b.const_bool(false)?, self.none()?];
        for (index, falsehood) in falsehoods.into_iter().enumerate() {
            let next = if index == 0 { self.b.create_block()? } else { then };
            let is_false = self.b.is(value, falsehood)?;
            self.b.cond_branch(is_false, otherwise, next)?;
            self.enter(next)?;
        }
        let result = self.b.declare_var(Type::OBJECT)?;
        let mut last = self.expr(yes, tail)?;
        // A branch that is at the end of the function may have left it, or gone back to a loop.
        let first_end = self.b.current_block().filter(|_| !self.b.is_filled());
        if first_end.is_some() {
            self.b.def_var(result, last)?;
        }
        self.enter(otherwise)?;
        last = self.expr(no, tail)?;
        let Some(first_end) = first_end else { return Ok(last) };
        let join = self.b.create_block()?;
        if !self.b.is_filled() {
            self.b.def_var(result, last)?;
            self.b.branch(join)?;
        }
        self.b.switch_to_block(first_end)?;
        self.b.branch(join)?;
        self.enter(join)?;
        Ok(self.b.use_var(result)?)
    }

    fn lambda(&mut self, name: &str, params: &[Expr], body: &[Expr]) -> Compiled<ValueId> {
        let params = params.iter().map(symbol).collect::<Compiled<Vec<_>>>()?;
        let mut captured: Vec<String> = Vec::new();
        let mut values = Vec::new();
        for (bound, _) in self.scope.clone() {
            if captured.contains(&bound) || !body.iter().any(|expr| mentions(expr, &bound)) {
                continue;
            }
            values.push(match self.place(&bound) {
                Some(Place::Cell(cell)) => cell,
                _ => self.variable(&bound)?,
            });
            captured.push(bound);
        }
        let function = function(self.host, name, &captured, &params, self.assigned, |unit| unit.body(body, true))?;
        let code = lisp(self.host).add(Code { function, arity: params.len() });
        let tuple = self.tuple(&values)?;
        let code = self.b.const_(Constant::CInt(code as i64))?;
        self.native("closure", &[code, tuple])
    }

    fn body(&mut self, body: &[Expr], tail: bool) -> Compiled<ValueId> {
        let (last, first) = body.split_last().ok_or("an empty body")?;
        for expr in first {
            self.expr(expr, false)?;
        }
        self.expr(last, tail)
    }

    fn block(&mut self, bindings: &[Expr], body: &[Expr], tail: bool) -> Compiled<ValueId> {
        let depth = self.scope.len();
        for binding in bindings {
            let (name, value) = pair(binding)?;
            let value = self.expr(value, false)?;
            self.bind(&name, value)?;
        }
        let value = self.body(body, tail)?;
        self.scope.truncate(depth);
        Ok(value)
    }

    /// A loop. It ends with the value of its body, unless that calls the loop again.
    fn repeat(&mut self, name: &str, bindings: &[Expr], body: &Expr) -> Compiled<ValueId> {
        let depth = self.scope.len();
        let mut variables = Vec::new();
        for binding in bindings {
            let (name, value) = pair(binding)?;
            let value = self.expr(value, false)?;
            let variable = self.b.declare_var(Type::OBJECT)?;
            self.b.def_var(variable, value)?;
            variables.push((name, variable));
        }
        let header = self.b.create_block()?;
        self.b.branch(header)?;
        self.b.switch_to_block(header)?;
        let all = variables.iter().map(|&(_, variable)| variable).collect();
        self.scope.push((name.into(), Place::Label(header, all)));
        for (name, variable) in variables {
            if self.assigned.contains(&name) {
                let value = self.b.use_var(variable)?;
                self.bind(&name, value)?;
            } else {
                self.scope.push((name, Place::Loop(variable)));
            }
        }
        let value = self.expr(body, true)?;
        self.scope.truncate(depth);
        Ok(value)
    }

    /// Begins a loop again with other values.
    fn again(&mut self, header: BlockId, to: &[Variable], args: &[Expr], tail: bool) -> Compiled<ValueId> {
        if !tail || to.len() != args.len() {
            return Err("a loop is called at its end, with a value for each variable".into());
        }
        let values = args.iter().map(|arg| self.expr(arg, false)).collect::<Compiled<Vec<_>>>()?;
        let last = self.none()?;
        for (&variable, value) in to.iter().zip(values) {
            self.b.def_var(variable, value)?;
        }
        self.b.branch(header)?;
        Ok(last)
    }

    /// Two operands: where both are small integers, and where they are not.
    fn operands(&mut self, a: &Expr, b: &Expr) -> Compiled<([ValueId; 2], [ValueId; 2], BlockId)> {
        let (a, b) = (self.expr(a, false)?, self.expr(b, false)?);
        let (half, small, slow) = (self.b.create_block()?, self.b.create_block()?, self.b.create_block()?);
        self.b.cond_branch_type(Type::SMALL_INT, a, half, slow)?;
        self.enter(half)?;
        let small_a = self.b.refine_type(Type::SMALL_INT, a)?;
        self.b.cond_branch_type(Type::SMALL_INT, b, small, slow)?;
        self.enter(small)?;
        let small_b = self.b.refine_type(Type::SMALL_INT, b)?;
        Ok(([a, b], [small_a, small_b], slow))
    }

    fn arithmetic(&mut self, op: BinOp, name: &str, a: &Expr, b: &Expr, tail: bool) -> Compiled<ValueId> {
        let ([a, b], [small_a, small_b], slow) = self.operands(a, b)?;
        let result = self.b.declare_var(Type::OBJECT)?;
        let join = self.b.create_block()?;
        if tail {
            // A result that is not small is the host's business: it is the function's result too.
            let exit = self.b.frame(name, 0, &[Some(small_a), Some(small_b)])?;
            let value = self.b.small_int_binary(op, small_a, small_b, exit)?;
            self.b.return_(value)?;
        } else if op == BinOp::Mul {
            self.b.branch(slow)?;
        } else {
            // 64 bits hold any sum; whether it is small shows afterwards.
            let (wide_a, wide_b) = (self.b.unbox_int(small_a)?, self.b.unbox_int(small_b)?);
            let sum = self.b.int_binary(op, wide_a, wide_b)?;
            for (cmp, limit) in [(CmpOp::Ge, *Constant::SMALL_INTS.start()), (CmpOp::Le, *Constant::SMALL_INTS.end())] {
                let limit = self.b.const_(Constant::CInt(limit))?;
                let fits = self.b.int_compare(cmp, sum, limit)?;
                let next = self.b.create_block()?;
                self.b.cond_branch(fits, next, slow)?;
                self.enter(next)?;
            }
            let exit = self.b.frame(name, 0, &[])?;
            let value = self.b.box_int(sum, exit)?;
            self.b.def_var(result, value)?;
            self.b.branch(join)?;
        }
        self.enter(slow)?;
        let value = self.b.binary_op(op, a, b)?;
        self.finish(value, result, join)
    }

    fn compare(&mut self, op: CmpOp, a: &Expr, b: &Expr) -> Compiled<ValueId> {
        let ([a, b], [small_a, small_b], slow) = self.operands(a, b)?;
        let (result, join) = (self.b.declare_var(Type::OBJECT)?, self.b.create_block()?);
        let truth = self.b.small_int_compare(op, small_a, small_b)?;
        let truth = self.b.box_bool(truth)?;
        self.b.def_var(result, truth)?;
        self.b.branch(join)?;
        self.enter(slow)?;
        let value = self.b.compare_op(op, a, b)?;
        self.finish(value, result, join)
    }

    /// The slow path of an operation ends with this value, which may be missing; what follows goes on with either result.
    fn finish(&mut self, slow: ValueId, result: Variable, join: BlockId) -> Compiled<ValueId> {
        let value = self.checked(slow)?;
        self.b.def_var(result, value)?;
        self.b.branch(join)?;
        self.enter(join)?;
        Ok(self.b.use_var(result)?)
    }
}

fn symbol(expr: &Expr) -> Compiled<String> {
    match expr {
        Expr::Symbol(name) => Ok(name.clone()),
        _ => Err("a name is missing".into()),
    }
}

fn pair(binding: &Expr) -> Compiled<(String, &Expr)> {
    match binding {
        Expr::List(items) if items.len() == 2 => Ok((symbol(&items[0])?, &items[1])),
        _ => Err("a binding is (name value)".into()),
    }
}
