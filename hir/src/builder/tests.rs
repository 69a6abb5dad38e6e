//! Every misuse is its own error and changes nothing; variables become the right phis.

use super::*;
use crate::contract::{Can, Memory, Origin, Steal};
use crate::function::InstData;
use crate::opcode::{BinOp, CmpOp};
use crate::{Spec, World};

/// A builder in its entry block, with one argument and a frame state that names it.
fn started() -> (FunctionBuilder, ValueId, FrameId) {
    let mut b = FunctionBuilder::new("f");
    let entry = b.create_block().expect("block");
    b.switch_to_block(entry).expect("own block");
    let arg = b.load_arg(0, Type::OBJECT).expect("argument");
    let frame = b.frame("f", 0, &[Some(arg), None]).expect("frame");
    (b, arg, frame)
}

/// Checks that a step is refused with this problem, leaves the function as it was, and that building can go on.
#[track_caller]
fn refused<T: std::fmt::Debug>(
    b: &mut FunctionBuilder,
    step: impl FnOnce(&mut FunctionBuilder) -> Built<T>,
    is: fn(&Problem) -> bool,
) -> BuildError {
    let before = b.func().to_string();
    let bounds = |b: &FunctionBuilder| (b.func().inst_bound(), b.func().value_bound(), b.func().block_bound());
    let bounds_before = bounds(b);
    let error = step(b).expect_err("this is a misuse");
    assert!(is(&error.problem), "another problem: {error}");
    assert_eq!(b.func().to_string(), before);
    assert_eq!(bounds(b), bounds_before);
    assert!(error.to_string().starts_with("fun f"), "{error}");
    error
}

macro_rules! refused {
    ($b:expr, $step:expr, $($problem:tt)+) => {
        refused($b, $step, |problem| matches!(problem, Problem::$($problem)+))
    };
}

/// Finishes a function that must be right.
#[track_caller]
fn finished(b: FunctionBuilder) -> String {
    b.finish().unwrap_or_else(|unfinished| panic!("{unfinished}")).to_string()
}

#[track_caller]
fn problems(b: FunctionBuilder) -> (Vec<Problem>, FunctionBuilder) {
    let unfinished = b.finish().expect_err("it is not finished");
    (unfinished.errors.into_iter().map(|error| *error.problem).collect(), *unfinished.builder)
}

#[test]
fn a_function_is_built() {
    let (mut b, arg, frame) = started();
    b.set_line(3);
    let one = b.const_int(1).expect("1");
    let sum = b.binary_op(BinOp::Add, arg, one).expect("sum");
    let sum = b.check_exc(sum, frame).expect("checked");
    b.return_(sum).expect("return");
    let expected = "\
fun f {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:SmallInt[1] = Const<1> @3
    v2:OptObject = BinaryOp<add> v0 v1 @3
    v3:Object = CheckExc v2 exit fs0 @3
    Return v3 @3
  }
  fs0 = frame \"f\" 0 [v0 -]
}
";
    assert_eq!(finished(b), expected);
}

#[test]
fn the_world_is_kept() {
    let (mut b, arg, _) = started();
    b.set_world(World::Observing);
    b.return_(arg).expect("return");
    assert_eq!(b.finish().expect("finished").world(), World::Observing);
}

#[test]
fn nothing_can_be_appended_without_a_block() {
    let mut b = FunctionBuilder::new("f");
    refused!(&mut b, |b| b.const_none(), NoBlock);
    refused!(&mut b, |b| b.phi(Type::OBJECT), NoBlock);
    let variable = b.declare_var(Type::OBJECT).expect("variable");
    refused!(&mut b, |b| b.use_var(variable), NoBlock);
    assert!(b.is_filled());
}

#[test]
fn nothing_can_be_appended_after_a_terminator() {
    let (mut b, arg, frame) = started();
    let variable = b.declare_var(Type::OBJECT).expect("variable");
    b.return_(arg).expect("return");
    refused!(&mut b, |b| b.const_int(1), Ended(Opcode::Return));
    refused!(&mut b, |b| b.return_(arg), Ended(Opcode::Return));
    refused!(&mut b, |b| b.guard_type(Type::LIST_EXACT, arg, frame), Ended(_));
    refused!(&mut b, |b| b.def_var(variable, arg), Ended(_));
    refused!(&mut b, |b| b.use_var(variable), Ended(_));
    assert_eq!(b.terminator(b.current_block().expect("a block")), Ok(Some(Opcode::Return)));
    finished(b);
}

#[test]
fn foreign_things_are_refused() {
    let (mut other, foreign_value, foreign_frame) = started();
    let foreign_block = other.create_block().expect("block");
    let foreign_name = other.name("n");
    let foreign_type = other.type_imm(Type::LIST_EXACT).expect("type");
    let foreign_const = other.constant(Constant::None).expect("constant");
    let foreign_native = other.declare_native(NativeSig::new("g", &[], None)).expect("native");
    let foreign_var = other.declare_var(Type::OBJECT).expect("variable");
    let of_foreign_value = Type::OBJECT.with_spec(Spec::Value(foreign_const));

    let (mut b, arg, _) = started();
    b.name("n");
    b.declare_var(Type::OBJECT).expect("variable");
    let inst = |op, args: &[ValueId], imm: Imm| InstData::new(op, args).imms(&[imm]);
    refused!(&mut b, |b| b.switch_to_block(foreign_block), ForeignBlock(_));
    refused!(&mut b, |b| b.seal_block(foreign_block), ForeignBlock(_));
    refused!(&mut b, |b| b.branch(foreign_block), ForeignBlock(_));
    refused!(&mut b, |b| b.return_(foreign_value), ForeignValue(_));
    refused!(&mut b, |b| b.type_of(foreign_value), ForeignValue(_));
    refused!(&mut b, |b| b.frame("f", 0, &[Some(foreign_value)]), ForeignValue(_));
    refused!(&mut b, |b| b.inlined_frame("f", 0, &[], foreign_frame), Foreign { .. });
    refused!(&mut b, |b| b.check_exc(arg, foreign_frame), Foreign { .. });
    refused!(&mut b, |b| b.append(inst(Opcode::LoadAttr, &[arg], foreign_name), &[]), Foreign { .. });
    refused!(&mut b, |b| b.append(inst(Opcode::IsType, &[arg], foreign_type), &[]), Foreign { .. });
    refused!(&mut b, |b| b.append(inst(Opcode::Const, &[], Imm::Const(foreign_const)), &[]), Foreign { .. });
    refused!(&mut b, |b| b.type_imm(of_foreign_value), Foreign { .. });
    refused!(&mut b, |b| b.load_arg(1, of_foreign_value), Foreign { .. });
    refused!(&mut b, |b| b.constant(Constant::Entry { index: 0, ty: of_foreign_value }), Foreign { .. });
    refused!(&mut b, |b| b.declare_native(NativeSig::new("h", &[of_foreign_value], None)), Foreign { .. });
    refused!(&mut b, |b| b.call_native(foreign_native, &[], None), UnknownNative(_));
    refused!(&mut b, |b| b.def_var(foreign_var, arg), ForeignVariable(_));
    refused!(&mut b, |b| b.use_var(foreign_var), ForeignVariable(_));
    let next = b.create_block().expect("block");
    b.branch(next).expect("branch");
    b.switch_to_block(next).expect("own block");
    let phi = b.phi(Type::OBJECT).expect("phi");
    refused!(&mut b, |b| b.add_phi_input(phi, foreign_block, arg), ForeignBlock(_));
    refused!(&mut b, |b| b.add_phi_input(phi, next, foreign_value), ForeignValue(_));
    refused!(&mut b, |b| b.add_phi_input(foreign_value, next, arg), ForeignValue(_));
}

#[test]
fn immediates_are_checked() {
    let (mut b, arg, _) = started();
    let inst = |imms: &[Imm]| InstData::new(Opcode::LoadAttr, &[arg]).imms(imms);
    refused!(&mut b, |b| b.append(inst(&[]), &[]), ImmCount { expected: 1, got: 0 });
    let name = b.name("n");
    refused!(&mut b, |b| b.append(inst(&[name, name]), &[]), ImmCount { expected: 1, got: 2 });
    let error = refused!(&mut b, |b| b.append(inst(&[Imm::Index(0)]), &[]), ImmKind { index: 0, .. });
    assert_eq!(error.to_string(), "fun f, bb 0, LoadAttr: immediate 0 is no Name");
    refused!(&mut b, |b| b.const_int(i64::MAX), NotSmall(i64::MAX));
}

#[test]
fn operands_are_checked() {
    let (mut b, arg, _) = started();
    refused!(&mut b, |b| b.append(InstData::new(Opcode::GetItem, &[arg]), &[]), OperandCount { got: 1, .. });
    refused!(&mut b, |b| b.append(InstData::new(Opcode::GetItem, &[arg; 3]), &[]), OperandCount { got: 3, .. });
    let error = refused!(&mut b, |b| b.append(InstData::new(Opcode::Call, &[]), &[]), OperandCount { got: 0, .. });
    assert_eq!(error.to_string(), "fun f, bb 0, Call: 0 operands instead of 1 or more");
    let error = refused!(&mut b, |b| b.list_len(arg), OperandType { index: 0, .. });
    assert_eq!(error.to_string(), "fun f, bb 0, ListLen: operand 0, v0, is of type Object and should be ListExact");
    let null = b.const_null().expect("null");
    refused!(&mut b, |b| b.call(arg, &[arg, null]), OperandType { index: 2, .. });
}

#[test]
fn successors_are_checked() {
    let (mut b, arg, _) = started();
    let entry = b.current_block().expect("entry");
    let (left, right) = (b.create_block().expect("block"), b.create_block().expect("block"));
    refused!(&mut b, |b| b.append(InstData::new(Opcode::Branch, &[]), &[]), SuccessorCount { expected: 1, got: 0 });
    let with_block = InstData::new(Opcode::Truth, &[arg]).blocks(&[left]);
    refused!(&mut b, |b| b.append(with_block, &[]), SuccessorCount { expected: 0, got: 1 });
    refused!(&mut b, |b| b.cond_branch_present(arg, left, left), DoubleEdge(_));
    refused!(&mut b, |b| b.branch(entry), BranchToEntry(_));
    b.seal_block(left).expect("seal");
    refused!(&mut b, |b| b.branch(left), BranchToSealed(_));
    refused!(&mut b, |b| b.seal_block(left), SealedTwice(_));
    b.branch(right).expect("branch");
}

#[test]
fn frame_states_are_checked() {
    let (mut b, arg, frame) = started();
    refused!(&mut b, |b| b.append(InstData::new(Opcode::CheckExc, &[arg]), &[]), MissingFrame);
    refused!(&mut b, |b| b.append(InstData::new(Opcode::Truth, &[arg]).frame(frame), &[]), UnexpectedFrame);
}

#[test]
fn arguments_are_loaded_in_the_entry() {
    let (mut b, _, _) = started();
    let next = b.create_block().expect("block");
    b.branch(next).expect("branch");
    b.switch_to_block(next).expect("own block");
    refused!(&mut b, |b| b.load_arg(1, Type::OBJECT), ArgumentElsewhere);
    refused!(&mut b, |b| b.take_arg(1, Type::OBJECT), ArgumentElsewhere);
}

#[test]
fn what_others_make_is_refused() {
    let (mut b, arg, _) = started();
    refused!(&mut b, |b| b.append(InstData::new(Opcode::Phi, &[arg]), &[]), PhiAsInstruction);
    for op in [Opcode::Incref, Opcode::XIncref, Opcode::Decref, Opcode::XDecref, Opcode::BatchDecref] {
        refused!(&mut b, |b| b.append(InstData::new(op, &[arg]), &[]), Counting);
    }
    let mut with_result = InstData::new(Opcode::Truth, &[arg]);
    with_result.results.push(arg);
    refused!(&mut b, |b| b.append(with_result, &[]), NotBare);
    let mut with_refs = InstData::new(Opcode::Truth, &[arg]);
    with_refs.exit_refs.push((arg, crate::RefKind::Owned));
    refused!(&mut b, |b| b.append(with_refs, &[]), NotBare);
}

#[test]
fn result_types_are_computed_or_declared() {
    let (mut b, arg, _) = started();
    let load = InstData::new(Opcode::LoadArg, &[]).imms(&[Imm::Index(1)]);
    let error = refused!(&mut b, |b| b.append(load.clone(), &[]), Undeclared { index: 0, .. });
    assert_eq!(error.to_string(), "fun f, bb 0, LoadArg: the type of result 0 must be declared, within Top");
    refused!(&mut b, |b| b.append(load, &[Type::OBJECT, Type::OBJECT]), ResultCount { expected: 1, got: 2 });
    refused!(&mut b, |b| b.load_arg(1, Type::BOTTOM), BadType(_));
    refused!(&mut b, |b| b.load_arg(1, Type::OBJECT.union(Type::C_INT64)), BadType(_));
    refused!(&mut b, |b| b.take_arg(1, Type::C_INT64), ResultType { index: 0, .. });
    let truth = InstData::new(Opcode::Truth, &[arg]);
    refused!(&mut b, |b| b.append(truth.clone(), &[Type::IMMORTAL_BOOL]), ResultType { index: 0, .. });
    b.append(truth, &[Type::OPT_OBJECT]).expect("a wider type may be declared");
    let tuple = InstData::new(Opcode::Unpack, &[arg]).imms(&[Imm::Index(3)]);
    let tuple = b.append_value(tuple, &[]).expect("tuple");
    assert_eq!(b.type_of(tuple), Ok(Type::TUPLE_EXACT.with_spec(Spec::Len(3)).or_null()));
    refused!(&mut b, |b| b.append_value(InstData::new(Opcode::Raise, &[arg]), &[]), Results { expected: 1, got: 0 });
}

#[test]
fn natives_are_declared_once_and_make_sense() {
    let (mut b, arg, frame) = started();
    let object = Some(Type::OBJECT);
    let one = || NativeSig::new("g", &[Type::OBJECT], Some(Type::OBJECT));
    let g = b.declare_native(one()).expect("native");
    refused!(&mut b, |b| b.declare_native(one()), NativeTwice(_));
    use NativeProblem::*;
    let mut bad = |signature: NativeSig, expected: NativeProblem| {
        let error = b.declare_native(signature).expect_err("it contradicts itself");
        assert_eq!(*error.problem, Problem::BadNative { name: "h".into(), problem: expected });
    };
    let h = |result| NativeSig::new("h", &[Type::OBJECT], result);
    bad(h(object).origin(Origin::Part(1)), NoParameter(1));
    bad(h(object).origin(Origin::Copy(2)), NoParameter(2));
    bad(h(object).origin(Origin::Item(0, Memory::LIST_ITEMS)).steal(0, Steal::Always), StolenOwner(0));
    bad(h(None).origin(Origin::New), NoResult);
    bad(h(object).origin(Origin::Joined), Joined);
    bad(h(object).origin(Origin::Uncounted), Counted);
    bad(h(object).steal(0, Steal::OnSuccess).effects(Memory::NONE, Memory::NONE, Can::NOTHING), NeverFails(0));
    bad(h(Some(Type::BOTTOM)), BadType);
    bad(h(Some(Type::OBJECT.union(Type::C_BOOL))), BadType);
    bad(NativeSig::new("h", &[Type::TOP], None), BadType);
    refused!(&mut b, |b| b.call_native(g, &[], None), OperandCount { got: 0, .. });
    refused!(&mut b, |b| b.call_native(g, &[arg, arg], None), OperandCount { got: 2, .. });
    let null = b.const_null().expect("null");
    refused!(&mut b, |b| b.call_native(g, &[null], None), OperandType { .. });
    let may_fail = b.call_native(g, &[arg], None).expect("call").expect("result");
    assert_eq!(b.type_of(may_fail), Ok(Type::OPT_OBJECT));
    let leaves = b.call_native(g, &[arg], Some(frame)).expect("call").expect("result");
    assert_eq!(b.type_of(leaves), Ok(Type::OBJECT));
}

#[test]
fn a_native_whose_failure_does_not_show_needs_a_frame_state() {
    let (mut b, arg, frame) = started();
    let on_success = NativeSig::new("g", &[Type::OBJECT], Some(Type::OBJECT)).steal(0, Steal::OnSuccess);
    for signature in [
        on_success,
        NativeSig::new("nothing", &[Type::OBJECT], None),
        NativeSig::new("machine", &[Type::OBJECT], Some(Type::C_INT64)),
    ] {
        let native = b.declare_native(signature).expect("native");
        refused!(&mut b, |b| b.call_native(native, &[arg], None), MissingFrame);
        b.call_native(native, &[arg], Some(frame)).expect("call");
    }
    let pure = NativeSig::new("pure", &[], Some(Type::C_INT64)).effects(Memory::NONE, Memory::NONE, Can::NOTHING);
    let pure = b.declare_native(pure).expect("native");
    refused!(&mut b, |b| b.call_native(pure, &[], Some(frame)), UnexpectedFrame);
    b.call_native(pure, &[], None).expect("call");
}

/// Entry branches on the argument to two blocks that meet in a third, which is current.
fn diamond() -> (FunctionBuilder, ValueId, [BlockId; 3]) {
    let (mut b, arg, _) = started();
    let blocks = [(); 3].map(|()| b.create_block().expect("block"));
    let [left, right, join] = blocks;
    b.cond_branch_type(Type::LIST_EXACT, arg, left, right).expect("branch");
    for side in [left, right] {
        b.switch_to_block(side).expect("own block");
        b.branch(join).expect("branch");
    }
    b.switch_to_block(join).expect("own block");
    (b, arg, blocks)
}

#[test]
fn phis_by_hand() {
    let (mut b, arg, [left, right, join]) = diamond();
    let entry = b.func().entry().expect("entry");
    let none = b.const_none().expect("None");
    let phi = b.phi(Type::OBJECT).expect("phi");
    b.add_phi_input(phi, right, arg).expect("input");
    refused!(&mut b, |b| b.add_phi_input(phi, right, arg), DoubleInput { .. });
    refused!(&mut b, |b| b.add_phi_input(none, left, arg), NotPhi(_));
    let list = b.phi(Type::LIST_EXACT).expect("phi");
    refused!(&mut b, |b| b.add_phi_input(list, left, arg), InputType { .. });
    b.switch_to_block(entry).expect("own block");
    refused!(&mut b, |b| b.phi(Type::OBJECT), PhiInEntry);
    b.switch_to_block(join).expect("own block");
    refused!(&mut b, |b| b.phi(Type::BOTTOM), BadType(_));
    b.return_(phi).expect("return");
    b.add_phi_input(phi, join, arg).expect("refused at the end only");

    let (found, _) = problems(b);
    let missing = |phi, pred| Problem::MissingInput { phi, pred };
    let stray = Problem::StrayInput { phi, pred: join };
    assert_eq!(found, [missing(phi, left), stray, missing(list, left), missing(list, right)]);
}

#[test]
fn what_is_missing_can_be_added_after_a_refusal() {
    let (mut b, arg, [left, right, join]) = diamond();
    let phi = b.phi(Type::OBJECT).expect("phi");
    b.add_phi_input(phi, right, arg).expect("input");
    let (found, mut b) = problems(b);
    assert_eq!(found, [Problem::NoTerminator, Problem::MissingInput { phi, pred: left }]);
    b.add_phi_input(phi, left, arg).expect("input");
    b.switch_to_block(join).expect("own block");
    b.return_(phi).expect("return");
    assert!(finished(b).contains("v1:Object = Phi<1, 2> v0 v0\n"));

    let (found, _) = problems(FunctionBuilder::new("f"));
    assert_eq!(found, [Problem::Empty]);
}

#[test]
fn a_variable_set_on_both_sides_is_one_phi() {
    let (mut b, arg, _) = started();
    let variable = b.declare_var(Type::OBJECT).expect("variable");
    let [left, right, join] = [(); 3].map(|()| b.create_block().expect("block"));
    b.cond_branch_type(Type::LIST_EXACT, arg, left, right).expect("branch");
    b.switch_to_block(left).expect("own block");
    b.def_var(variable, arg).expect("definition");
    b.branch(join).expect("branch");
    b.switch_to_block(right).expect("own block");
    let none = b.const_none().expect("None");
    b.def_var(variable, none).expect("definition");
    b.branch(join).expect("branch");
    b.seal_all_blocks().expect("seal");
    b.switch_to_block(join).expect("own block");
    let first = b.use_var(variable).expect("value");
    let second = b.use_var(variable).expect("value");
    assert_eq!(first, second);
    refused!(&mut b, |b| b.add_phi_input(first, join, arg), VariablePhi(_));
    b.return_(first).expect("return");
    let text = finished(b);
    assert!(text.contains("Phi<1, 2> v0 v1\n"), "{text}");
    assert_eq!(text.matches("Phi").count(), 1, "{text}");
}

#[test]
fn a_variable_set_once_needs_no_phi() {
    let (mut b, arg, _) = started();
    let variable = b.declare_var(Type::OBJECT).expect("variable");
    b.def_var(variable, arg).expect("definition");
    let [left, right, join] = [(); 3].map(|()| b.create_block().expect("block"));
    b.cond_branch_type(Type::LIST_EXACT, arg, left, right).expect("branch");
    for side in [left, right] {
        b.switch_to_block(side).expect("own block");
        b.branch(join).expect("branch");
    }
    b.seal_all_blocks().expect("seal");
    b.switch_to_block(join).expect("own block");
    assert_eq!(b.use_var(variable), Ok(arg));
    b.return_(arg).expect("return");
    let text = finished(b);
    assert!(!text.contains("Phi"), "{text}");
}

/// A loop that reads one variable and changes another, and a frame state in it that names both.
#[test]
fn a_loop_keeps_only_the_phi_of_what_changes() {
    let (mut b, arg, _) = started();
    let [changes, stays] = [(); 2].map(|()| b.declare_var(Type::OBJECT).expect("variable"));
    b.def_var(changes, arg).expect("definition");
    b.def_var(stays, arg).expect("definition");
    let [header, body, exit] = [(); 3].map(|()| b.create_block().expect("block"));
    b.branch(header).expect("branch");
    b.switch_to_block(header).expect("own block");
    let (c, s) = (b.use_var(changes).expect("value"), b.use_var(stays).expect("value"));
    let frame = b.frame("f", 1, &[Some(c), Some(s)]).expect("frame");
    let inlined = b.inlined_frame("g", 2, &[Some(s)], frame).expect("frame");
    b.cond_branch_type(Type::LIST_EXACT, c, body, exit).expect("branch");
    b.switch_to_block(body).expect("own block");
    let next = b.binary_op(BinOp::Add, c, s).expect("sum");
    let next = b.check_exc(next, inlined).expect("checked");
    b.def_var(changes, next).expect("definition");
    b.branch(header).expect("branch");
    let (found, mut b) = problems(b);
    assert!(found.contains(&Problem::Unsealed { block: header, variable: stays }), "{found:?}");
    b.seal_block(header).expect("seal");
    b.seal_all_blocks().expect("seal");
    b.switch_to_block(exit).expect("own block");
    // The superfluous phi is still a name of what it stands for.
    let tuple = b.make_tuple(&[s]).expect("tuple");
    assert_eq!(b.use_var(stays), Ok(arg));
    b.return_(tuple).expect("return");
    let expected = "\
fun f {
  bb 0 {
    v0:Object = LoadArg<0>
    Branch<1>
  }
  bb 1 {
    v1:Object = Phi<0, 2> v0 v4
    CondBranchType<ListExact, 2, 3> v1
  }
  bb 2 {
    v3:OptObject = BinaryOp<add> v1 v0
    v4:Object = CheckExc v3 exit fs4
    Branch<1>
  }
  bb 3 {
    v6:OptTupleExact = MakeTuple v0
    Return v6
  }
  fs3 = frame \"f\" 1 [v1 v0]
  fs4 = frame \"g\" 2 [v0] in fs3
}
";
    assert_eq!(finished(b), expected);
}

#[test]
fn a_variable_without_value_on_a_path_is_an_error() {
    let (mut b, arg, _) = started();
    let entry = b.current_block().expect("entry");
    let variable = b.declare_var(Type::OBJECT).expect("variable");
    refused!(&mut b, |b| b.use_var(variable), UndefinedVariable { .. });
    let [header, side] = [(); 2].map(|()| b.create_block().expect("block"));
    b.cond_branch_type(Type::LIST_EXACT, arg, header, side).expect("branch");
    b.switch_to_block(side).expect("own block");
    b.def_var(variable, arg).expect("definition");
    b.branch(header).expect("branch");
    b.switch_to_block(header).expect("own block");
    // Not sealed: it may still turn out to be defined.
    b.use_var(variable).expect("value");
    let error = refused!(&mut b, |b| b.seal_block(header), UndefinedVariable { .. });
    assert_eq!(*error.problem, Problem::UndefinedVariable { variable, start: entry });
    let lonely = b.create_block().expect("block");
    b.switch_to_block(lonely).expect("own block");
    b.use_var(variable).expect("value");
    refused!(&mut b, |b| b.seal_block(lonely), UndefinedVariable { .. });
}

#[test]
fn variables_are_typed() {
    let (mut b, arg, _) = started();
    refused!(&mut b, |b| b.declare_var(Type::BOTTOM), BadType(_));
    let variable = b.declare_var(Type::SMALL_INT).expect("variable");
    let error = refused!(&mut b, |b| b.def_var(variable, arg), VariableType { .. });
    assert_eq!(error.to_string(), "fun f, bb 0: v0 is of type Object and var0 of type SmallInt");
}

#[test]
fn a_long_chain_of_blocks_takes_no_stack() {
    let (mut b, arg, _) = started();
    let [set, other] = [(); 2].map(|()| b.declare_var(Type::OBJECT).expect("variable"));
    b.def_var(set, arg).expect("definition");
    b.def_var(other, arg).expect("definition");
    for _ in 0..20_000 {
        // A ladder of diamonds in which nothing changes: every join makes a phi for a time.
        let [left, right, join] = [(); 3].map(|()| b.create_block().expect("block"));
        b.cond_branch_type(Type::LIST_EXACT, arg, left, right).expect("branch");
        for side in [left, right] {
            b.switch_to_block(side).expect("own block");
            b.branch(join).expect("branch");
        }
        b.switch_to_block(join).expect("own block");
    }
    b.seal_all_blocks().expect("seal");
    assert_eq!(b.use_var(set), Ok(arg));
    b.return_(arg).expect("return");
    assert!(!finished(b).contains("Phi"));
}

#[test]
fn a_cycle_that_nothing_enters_is_no_endless_loop() {
    let (mut b, arg, _) = started();
    let variable = b.declare_var(Type::OBJECT).expect("variable");
    b.def_var(variable, arg).expect("definition");
    let [one, two, join] = [(); 3].map(|()| b.create_block().expect("block"));
    b.branch(join).expect("branch");
    b.switch_to_block(one).expect("own block");
    b.cond_branch_type(Type::LIST_EXACT, arg, two, join).expect("branch");
    b.switch_to_block(two).expect("own block");
    b.branch(one).expect("branch");
    b.seal_all_blocks().expect("seal");
    b.switch_to_block(join).expect("own block");
    b.use_var(variable).expect("value");
}

#[test]
fn the_same_steps_give_the_same_text() {
    let build = || {
        let (mut b, arg, frame) = started();
        let index = b.const_int(0).expect("0");
        let (list, int) = (
            b.guard_type(Type::LIST_EXACT, arg, frame).expect("guard"),
            b.guard_type(Type::SMALL_INT, index, frame).expect("guard"),
        );
        let item = b.list_get(list, int, frame).expect("item");
        let smaller = b.compare_op(CmpOp::Lt, item, arg).expect("compared");
        b.return_(smaller).expect("return");
        finished(b)
    };
    assert_eq!(build(), build());
    assert!(build().contains("ListGet v2 v3 exit fs0"));
}

#[test]
fn the_end_asks_the_verifier() {
    // A value of one arm is used behind the join: only the whole function shows that.
    let (mut b, arg, _) = started();
    let [left, right, join] = [(); 3].map(|()| b.create_block().expect("block"));
    b.cond_branch_type(Type::LIST_EXACT, arg, left, right).expect("branch");
    b.switch_to_block(right).expect("own block");
    b.branch(join).expect("branch");
    b.switch_to_block(left).expect("own block");
    let none = b.const_none().expect("None");
    b.branch(join).expect("branch");
    b.switch_to_block(join).expect("own block");
    b.return_(none).expect("return");
    let unfinished = b.finish().expect_err("it does not verify");
    let [error] = &unfinished.errors[..] else { panic!("{unfinished}") };
    assert!(matches!(&*error.problem, Problem::Invalid(error) if error.rule == crate::verify::Rule::Defined));
    assert_eq!(error.place.block, Some(join));
    assert!(error.to_string().starts_with("fun f, bb 3, Return: V6: "), "{error}");
}
