//! A method for each common opcode. Errors are those of [`FunctionBuilder::append`]; what an opcode does is in its table
//! ([`Opcode`]).
//!
//! A method with an argument `exit` makes an instruction that may leave the function, with that frame state.

use super::{Built, FunctionBuilder};
use crate::constant::Constant;
use crate::entity::{BlockId, FrameId, InstId, NativeId, ValueId};
use crate::function::{Imm, InstData};
use crate::opcode::{BinOp, CmpOp, Opcode, UnOp};
use crate::ty::Type;

/// Methods for instructions with one result: `name(immediates; operands)`.
macro_rules! value_ops {
    ($($(#[doc = $doc:literal])+ $name:ident = $op:ident ($($imm:ident: $kind:ident $ity:ty),* ; $($arg:ident),*);)+) => {
        impl FunctionBuilder { $(
            $(#[doc = $doc])+
            ///
            /// # Errors
            /// As [`append`](FunctionBuilder::append).
            pub fn $name(&mut self, $($imm: $ity,)* $($arg: ValueId),*) -> Built<ValueId> {
                self.append_value(InstData::new(Opcode::$op, &[$($arg),*]).imms(&[$(Imm::$kind($imm)),*]), &[])
            }
        )+ }
    };
}

/// Methods for instructions without result: `name(operands; blocks)`.
macro_rules! plain_ops {
    ($($(#[doc = $doc:literal])+ $name:ident = $op:ident ($($arg:ident),* ; $($block:ident),*);)+) => {
        impl FunctionBuilder { $(
            $(#[doc = $doc])+
            ///
            /// # Errors
            /// As [`append`](FunctionBuilder::append).
            pub fn $name(&mut self, $($arg: ValueId,)* $($block: BlockId),*) -> Built<InstId> {
                self.append(InstData::new(Opcode::$op, &[$($arg),*]).blocks(&[$($block),*]), &[])
            }
        )+ }
    };
}

/// Methods for instructions with one result and the name in the first immediate: `name(name, operands)`.
macro_rules! named_ops {
    ($($(#[doc = $doc:literal])+ $name:ident = $op:ident ($($arg:ident),*);)+) => {
        impl FunctionBuilder { $(
            $(#[doc = $doc])+
            ///
            /// # Errors
            /// As [`append`](FunctionBuilder::append).
            pub fn $name(&mut self, name: &str, $($arg: ValueId),*) -> Built<ValueId> {
                let name = self.name(name);
                self.append_value(InstData::new(Opcode::$op, &[$($arg),*]).imms(&[name]), &[])
            }
        )+ }
    };
}

/// Methods for instructions with one result and any number of operands.
macro_rules! list_ops {
    ($($(#[doc = $doc:literal])+ $name:ident = $op:ident;)+) => {
        impl FunctionBuilder { $(
            $(#[doc = $doc])+
            ///
            /// # Errors
            /// As [`append`](FunctionBuilder::append).
            pub fn $name(&mut self, items: &[ValueId]) -> Built<ValueId> {
                self.append_value(InstData::new(Opcode::$op, items), &[])
            }
        )+ }
    };
}

value_ops! {
    /// `a + b` and so on.
    binary_op = BinaryOp(op: BinOp BinOp; a, b);
    /// `a += b` and so on.
    inplace_op = InplaceOp(op: BinOp BinOp; a, b);
    /// `-a` and so on.
    unary_op = UnaryOp(op: UnOp UnOp; a);
    /// `a < b` and so on.
    compare_op = CompareOp(op: CmpOp CmpOp; a, b);
    /// `a in b`.
    contains = Contains(; a, b);
    /// `bool(a)`.
    truth = Truth(; a);
    /// Whether both are the same object or word.
    is = Is(; a, b);
    /// Whether a `bool` is `True`.
    is_true = IsTrue(; a);
    /// The opposite.
    bool_not = CBoolNot(; a);
    /// `True` or `False`.
    box_bool = BoxBool(; a);
    /// The machine integer of a small integer.
    unbox_int = UnboxInt(; a);
    /// The machine float of a float.
    unbox_double = UnboxDouble(; a);
    /// Arithmetic of machine integers.
    int_binary = CIntBinary(op: BinOp BinOp; a, b);
    /// Compares machine integers.
    int_compare = CIntCompare(op: CmpOp CmpOp; a, b);
    /// Arithmetic of machine floats.
    double_binary = DoubleBinary(op: BinOp BinOp; a, b);
    /// Compares machine floats.
    double_compare = DoubleCompare(op: CmpOp CmpOp; a, b);
    /// Compares small integers.
    small_int_compare = SmallIntCompare(op: CmpOp CmpOp; a, b);
    /// The attribute in a slot of an instance of the shape.
    load_slot = LoadSlot(shape: Shape u32, slot: Index u32; a);
    /// Another name of the same reference.
    assign = Assign(; a);
    /// `a[b]`.
    get_item = GetItem(; a, b);
    /// `a[b] = c`: whether it succeeded.
    set_item = SetItem(; a, b, c);
    /// `iter(a)`.
    get_iter = GetIter(; a);
    /// `next(a)`.
    iter_next = IterNext(; a);
    /// The item of a tuple that is known to be longer.
    tuple_item = TupleItem(index: Index u32; a);
    /// The length of a list.
    list_len = ListLen(; a);
    /// Appends `b` to list `a`: whether it succeeded.
    list_append = ListAppend(; a, b);
    /// A new cell.
    make_cell = MakeCell(; a);
    /// What the cell holds.
    load_cell = LoadCell(; a);
    /// An empty dict.
    make_dict = MakeDict(;);
    /// An empty set.
    make_set = MakeSet(;);
    /// `a[b] = c` in a dict: whether it succeeded.
    dict_set = DictSet(; a, b, c);
    /// The pending exception, no longer pending, with an entry in its traceback for the bytecode instruction `pc`.
    take_exc = TakeExc(pc: Index u32;);
    /// Whether the exception matches.
    exc_match = ExcMatch(; a, b);
    /// Makes `a` the exception being handled; gives the one before.
    push_exc = PushExc(; a);
}

plain_ops! {
    /// Goes to the block.
    branch = Branch(; to);
    /// Goes to the first block if the machine truth value is true.
    cond_branch = CondBranch(a; if_true, if_false);
    /// Goes to the first block if there is a value.
    cond_branch_present = CondBranchPresent(a; if_present, if_missing);
    /// Goes to the first block if the operand is an item, to the second at the end of the iteration.
    cond_branch_iter_not_done = CondBranchIterNotDone(a; if_item, if_done);
    /// Leaves the function with the operand as result.
    return_ = Return(a;);
    /// Never reached.
    unreachable = Unreachable(;);
    /// Puts `b` into cell `a`.
    store_cell = StoreCell(a, b;);
    /// `raise a`.
    raise = Raise(a;);
    /// Makes `a`, an exception or None, the exception being handled.
    pop_exc = PopExc(a;);
    /// The place where the interpreter drops a reference.
    end_life = EndLife(a;);
}

named_ops! {
    /// `a.name`.
    load_attr = LoadAttr(a);
    /// `a.name = b`: whether it succeeded.
    store_attr = StoreAttr(a, b);
    /// The global variable or built-in.
    load_global = LoadGlobal();
    /// Binds the global variable: whether it succeeded.
    store_global = StoreGlobal(a);
    /// A built-in class.
    load_builtin = LoadBuiltin();
}

list_ops! {
    /// A tuple of the items.
    make_tuple = MakeTuple;
    /// A list of the items.
    make_list = MakeList;
    /// The strings joined.
    make_string = MakeString;
}

/// Constants and arguments.
impl FunctionBuilder {
    /// The constant.
    ///
    /// # Errors
    /// As [`constant`](Self::constant) and [`append`](Self::append).
    pub fn const_(&mut self, constant: Constant) -> Built<ValueId> {
        self.open_block()?;
        let id = self.constant(constant)?;
        self.append_value(InstData::new(Opcode::Const, &[]).imms(&[Imm::Const(id)]), &[])
    }

    /// A small integer.
    ///
    /// # Errors
    /// As [`const_`](Self::const_): it must fit 63 bits.
    pub fn const_int(&mut self, value: i64) -> Built<ValueId> {
        self.const_(Constant::Int(value))
    }

    /// A float.
    ///
    /// # Errors
    /// As [`const_`](Self::const_).
    pub fn const_float(&mut self, value: f64) -> Built<ValueId> {
        self.const_(Constant::Float(value.to_bits()))
    }

    /// A string.
    ///
    /// # Errors
    /// As [`const_`](Self::const_).
    pub fn const_str(&mut self, value: &str) -> Built<ValueId> {
        self.const_(Constant::Str(value.into()))
    }

    /// `None`.
    ///
    /// # Errors
    /// As [`const_`](Self::const_).
    pub fn const_none(&mut self) -> Built<ValueId> {
        self.const_(Constant::None)
    }

    /// `True` or `False`.
    ///
    /// # Errors
    /// As [`const_`](Self::const_).
    pub fn const_bool(&mut self, value: bool) -> Built<ValueId> {
        self.const_(if value { Constant::True } else { Constant::False })
    }

    /// The empty word.
    ///
    /// # Errors
    /// As [`const_`](Self::const_).
    pub fn const_null(&mut self) -> Built<ValueId> {
        self.const_(Constant::Nullptr)
    }

    /// Argument `index`, which the caller keeps alive.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn load_arg(&mut self, index: u32, ty: Type) -> Built<ValueId> {
        self.append_value(InstData::new(Opcode::LoadArg, &[]).imms(&[Imm::Index(index)]), &[ty])
    }

    /// Argument `index`, which the caller passes with its reference.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn take_arg(&mut self, index: u32, ty: Type) -> Built<ValueId> {
        self.append_value(InstData::new(Opcode::TakeArg, &[]).imms(&[Imm::Index(index)]), &[ty])
    }
}

/// What may leave the function.
impl FunctionBuilder {
    fn exiting(&mut self, op: Opcode, imms: &[Imm], args: &[ValueId], exit: FrameId) -> Built<ValueId> {
        self.append_value(InstData::new(op, args).imms(imms).frame(exit), &[])
    }

    /// The operand, known to be of the type by what was tested before.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn refine_type(&mut self, ty: Type, value: ValueId) -> Built<ValueId> {
        let ty = self.type_imm(ty)?;
        self.append_value(InstData::new(Opcode::RefineType, &[value]).imms(&[ty]), &[])
    }

    /// Whether the operand is of the type.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn is_type(&mut self, ty: Type, value: ValueId) -> Built<ValueId> {
        let ty = self.type_imm(ty)?;
        self.append_value(InstData::new(Opcode::IsType, &[value]).imms(&[ty]), &[])
    }

    /// The operand, if it is of the type.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn guard_type(&mut self, ty: Type, value: ValueId, exit: FrameId) -> Built<ValueId> {
        let ty = self.type_imm(ty)?;
        self.exiting(Opcode::GuardType, &[ty], &[value], exit)
    }

    /// The operand, if it is the constant.
    ///
    /// # Errors
    /// As [`constant`](Self::constant) and [`append`](Self::append).
    pub fn guard_is(&mut self, constant: Constant, value: ValueId, exit: FrameId) -> Built<ValueId> {
        let constant = Imm::Const(self.constant(constant)?);
        self.exiting(Opcode::GuardIs, &[constant], &[value], exit)
    }

    /// The operand, if its shape is this.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn guard_shape(&mut self, shape: u32, value: ValueId, exit: FrameId) -> Built<ValueId> {
        self.exiting(Opcode::GuardShape, &[Imm::Shape(shape)], &[value], exit)
    }

    /// Goes on if the operand is true.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn guard(&mut self, condition: ValueId, exit: FrameId) -> Built<InstId> {
        self.append(InstData::new(Opcode::Guard, &[condition]).frame(exit), &[])
    }

    /// The value of a variable, which is the empty word if it has none.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn check_var(&mut self, name: &str, value: ValueId, exit: FrameId) -> Built<ValueId> {
        let name = self.name(name);
        self.exiting(Opcode::CheckVar, &[name], &[value], exit)
    }

    /// The operand; an exception is pending if it is missing.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn check_exc(&mut self, value: ValueId, exit: FrameId) -> Built<ValueId> {
        self.exiting(Opcode::CheckExc, &[], &[value], exit)
    }

    /// Goes on if the operand is true; an exception is pending otherwise.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn check_ok(&mut self, ok: ValueId, exit: FrameId) -> Built<InstId> {
        self.append(InstData::new(Opcode::CheckOk, &[ok]).frame(exit), &[])
    }

    /// Leaves the function: an exception is pending.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn unwind(&mut self, exit: FrameId) -> Built<InstId> {
        self.append(InstData::new(Opcode::Unwind, &[]).frame(exit), &[])
    }

    /// Leaves the function, to go on in the interpreter, for this reason.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn deopt(&mut self, reason: &str, exit: FrameId) -> Built<InstId> {
        let reason = self.name(reason);
        self.append(InstData::new(Opcode::Deopt, &[]).imms(&[reason]).frame(exit), &[])
    }

    /// Goes to the first block if the operand is of the type.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn cond_branch_type(
        &mut self,
        ty: Type,
        value: ValueId,
        if_of_type: BlockId,
        otherwise: BlockId,
    ) -> Built<InstId> {
        let ty = self.type_imm(ty)?;
        let data = InstData::new(Opcode::CondBranchType, &[value]).imms(&[ty]).blocks(&[if_of_type, otherwise]);
        self.append(data, &[])
    }

    /// Arithmetic of small integers, if the result is one.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn small_int_binary(&mut self, op: BinOp, a: ValueId, b: ValueId, exit: FrameId) -> Built<ValueId> {
        self.exiting(Opcode::SmallIntBinary, &[Imm::BinOp(op)], &[a, b], exit)
    }

    /// The small integer of a machine integer, if it is one.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn box_int(&mut self, value: ValueId, exit: FrameId) -> Built<ValueId> {
        self.exiting(Opcode::BoxInt, &[], &[value], exit)
    }

    /// A float of a machine float.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn box_double(&mut self, value: ValueId, exit: FrameId) -> Built<ValueId> {
        self.exiting(Opcode::BoxDouble, &[], &[value], exit)
    }

    /// The item of a list, if there is one at the index.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn list_get(&mut self, list: ValueId, index: ValueId, exit: FrameId) -> Built<ValueId> {
        self.exiting(Opcode::ListGet, &[], &[list, index], exit)
    }

    /// Asks whether something waits to be done.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn poll(&mut self, exit: FrameId) -> Built<InstId> {
        self.append(InstData::new(Opcode::Poll, &[]).frame(exit), &[])
    }
}

/// Calls.
impl FunctionBuilder {
    /// `callee(args…)`.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn call(&mut self, callee: ValueId, args: &[ValueId]) -> Built<ValueId> {
        let operands: Vec<ValueId> = std::iter::once(callee).chain(args.iter().copied()).collect();
        self.append_value(InstData::new(Opcode::Call, &operands), &[])
    }

    /// The method `name` and its receiver, for [`call_method`](Self::call_method).
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn load_method(&mut self, name: &str, object: ValueId) -> Built<(ValueId, ValueId)> {
        let name = self.name(name);
        let inst = self.append(InstData::new(Opcode::LoadMethod, &[object]).imms(&[name]), &[])?;
        let results = &self.func.inst(inst).results;
        Ok((results[0], results[1]))
    }

    /// Calls what [`load_method`](Self::load_method) gave.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn call_method(&mut self, method: ValueId, receiver: ValueId, args: &[ValueId]) -> Built<ValueId> {
        let operands: Vec<ValueId> = [method, receiver].into_iter().chain(args.iter().copied()).collect();
        self.append_value(InstData::new(Opcode::CallMethod, &operands), &[])
    }

    /// Calls the host's function. With `exit` it leaves the function when it fails; without, failure is the
    /// empty word as result. The result, if the native has one.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn call_native(&mut self, native: NativeId, args: &[ValueId], exit: Option<FrameId>) -> Built<Option<ValueId>> {
        let mut data = InstData::new(Opcode::CallNative, args).imms(&[Imm::Native(native)]);
        data.frame = exit;
        let inst = self.append(data, &[])?;
        Ok(self.func.inst(inst).results.first().copied())
    }
}
