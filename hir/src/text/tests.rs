//! Unit tests of the text form.

use crate::*;

#[test]
fn a_function_prints_as_documented() {
    let mut func = Function::new("name");
    func.set_world(World::Observing);
    func.set_counted(true);
    let sig =
        NativeSig::new("take it", &[Type::OBJECT, Type::OBJECT], Some(Type::OPT_OBJECT)).steal(1, Steal::OnSuccess);
    let native = func.declare_native(sig);
    let block = func.append_block();
    let arg = func.append_inst(block, InstData::new(Opcode::LoadArg, &[]).imms(&[Imm::Index(0)]), &[Type::OBJECT]);
    let arg = func.result(arg);
    let code = func.intern_name("f");
    let unused = FrameState { code, pc: 1, slots: vec![], caller: None };
    let outer = func.intern_frame(unused);
    let used = FrameState { code, pc: 12, slots: vec![Some(arg), None], caller: Some(outer) };
    let frame = func.intern_frame(used);
    func.intern_frame(FrameState { code, pc: 99, slots: vec![], caller: None });
    let mut call = InstData::new(Opcode::CallNative, &[arg, arg]).imms(&[Imm::Native(native)]).frame(frame).line(12);
    call.exit_refs.push((arg, RefKind::Borrowed));
    func.append_inst(block, call, &[Type::OPT_OBJECT]);
    func.append_inst(block, InstData::new(Opcode::Return, &[arg]), &[]);
    let owned = Claim { copies: [arg].into_iter().collect(), state: ClaimState::Owned };
    let state = ClaimState::Borrowed { memory: Memory::SLOTS.or(Memory::SHAPES), owners: [arg].into_iter().collect() };
    let borrowed = Claim { copies: [arg, arg].into_iter().collect(), state };
    func.set_claims(block, vec![owned, borrowed]);
    let expected = r#"native @"take it"(Object, steal-ok Object) -> OptObject new reads all writes all can raise alloc run drop

fun name observing counted {
  bb 0 {
    given v0 own, v0+v0 ref slots shapes v0
    v0:Object = LoadArg<0>
    v1:OptObject = CallNative<@"take it"> v0 v0 exit fs1 {v0 ref} @12
    Return v0
  }
  fs0 = frame "f" 1 []
  fs1 = frame "f" 12 [v0 -] in fs0
}
"#;
    assert_eq!(func.to_string(), expected);
}
