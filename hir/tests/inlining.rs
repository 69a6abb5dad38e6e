//! Inlined calls: what becomes of frames, phis, constants and arguments; and every oracle accepts random functions inlined in random functions.

use hir::passes::inline::{NotInlined, inline};
use hir::passes::{self, STANDARD};
use hir::random::{self, Shape};
use hir::text::{parse, parse_one};
use hir::{Constant, Function, Imm, InstData, InstId, Opcode, Type};
use hir::{interp, refcount, verify, verify_refcounts};

/// The direct calls that name a frame.
fn calls(func: &Function) -> Vec<InstId> {
    let is_call = |&inst: &InstId| func.inst(inst).op == Opcode::CallDirect && func.inst(inst).frame.is_some();
    func.blocks().flat_map(|block| func.insts(block)).filter(is_call).collect()
}

fn same(constant: &Constant) -> Option<Constant> {
    Some(constant.clone())
}

/// The first of these functions with the second inlined in its first call, the third in the next, and so on.
fn inlined(text: &str, instance: bool) -> Function {
    let functions = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let mut func = functions[0].clone();
    for callee in &functions[1..] {
        let call = calls(&func)[0];
        inline(&mut func, call, callee, instance, &mut same).unwrap_or_else(|error| panic!("{error}"));
        check(&func);
    }
    func
}

/// Every oracle accepts the function, with counts and without.
fn check(func: &Function) {
    verify(func).unwrap_or_else(|errors| panic!("{}\n{func}", errors[0]));
    for optimised in [false, true] {
        let mut after = func.clone();
        if optimised {
            passes::run(&mut after, STANDARD);
        }
        let same = |after: &Function| {
            interp::compare(func, after, 0..4).unwrap_or_else(|difference| panic!("{difference}\n{func}\n{after}"));
        };
        same(&after);
        refcount::insert(&mut after).unwrap_or_else(|error| panic!("{error}\n{after}"));
        verify(&after).unwrap_or_else(|errors| panic!("{}\n{after}", errors[0]));
        verify_refcounts(&after).unwrap_or_else(|errors| panic!("{}\n{after}", errors[0]));
        same(&after);
    }
}

const CALLER: &str = "
fun caller {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:Function = LoadFunction
    v2:Object = CallDirect<7> v1 v0 exit fs0 @3
    EndLife v0 @3
    Return v2 @4
  }
  fs0 = frame \"caller\" 5 [- v0]
}
";

#[test]
fn a_body_without_branches_stands_where_the_call_was() {
    let callee = "
fun callee {
  bb 0 {
    v0:Object = LoadArg<0>
    CheckStack exit fs0
    v1:OptObject = LoadAttr<\"x\"> v0 @10
    v2:Object = CheckExc v1 exit fs1 @10
    Return v2 @10
  }
  fs0 = frame \"callee\" 0 [v0]
  fs1 = frame \"callee\" 1 []
}
";
    let func = inlined(&format!("{CALLER}{callee}"), false);
    assert_eq!(
        func.to_string().trim(),
        "
fun caller {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:Function = LoadFunction
    v3:Object = Assign v0
    v4:OptObject = LoadAttr<\"x\"> v3 @10
    v5:Object = CheckExc v4 exit fs1 @10
    v2:Object = Assign v5 @3
    EndLife v0 @3
    Return v2 @4
  }
  fs0 = frame \"caller\" 5 [- v0]
  fs1 = frame \"callee\" 1 [v1 -] in fs0
}
"
        .trim()
    );
}

#[test]
fn several_returns_meet_in_a_phi() {
    let callee = "
fun callee {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:SmallInt = GuardType<SmallInt> v0 exit fs0
    v2:SmallInt = Const<0>
    v3:CBool = SmallIntCompare<lt> v1 v2
    CondBranch<1, 2> v3
  }
  bb 1 {
    Return v2
  }
  bb 2 {
    Return v0
  }
  fs0 = frame \"callee\" 3 [v0]
}
";
    let func = inlined(&format!("{CALLER}{callee}"), true);
    let text = func.to_string();
    assert!(text.contains("Phi<1, 2>") || text.contains("Phi<2, 3>"), "{text}");
    // The instance stands beside the function.
    assert!(text.contains("frame \"callee\" 3 [v1 v0 v3] in fs0"), "{text}");
}

#[test]
fn a_loop_is_inlined_into_a_loop() {
    let caller = "
fun caller {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:Function = LoadFunction
    Branch<1>
  }
  bb 1 {
    v2:Object = Phi<0, 1> v0 v3
    v3:Object = CallDirect<7> v1 v2 exit fs0
    v4:CBool = Is v3 v0
    CondBranch<1, 2> v4
  }
  bb 2 {
    Return v3
  }
  fs0 = frame \"caller\" 5 [- v0]
}
";
    let callee = "
fun callee {
  bb 0 {
    v0:Object = LoadArg<0>
    Branch<1>
  }
  bb 1 {
    v1:Object = Phi<0, 2> v0 v3
    v2:CBool = Is v1 v0
    CondBranch<2, 3> v2
  }
  bb 2 {
    Poll exit fs0
    v4:OptObject = LoadAttr<\"next\"> v1
    v3:Object = CheckExc v4 exit fs0
    Branch<1>
  }
  bb 3 {
    Return v1
  }
  fs0 = frame \"callee\" 2 [v0 v1]
}
";
    inlined(&format!("{caller}{callee}"), false);
}

#[test]
fn calls_of_an_inlined_body_can_be_inlined_with_a_chain_of_frames() {
    let middle = "
fun middle {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:Function = LoadFunction
    v2:Object = CallDirect<8> v1 v0 exit fs0
    Return v2
  }
  fs0 = frame \"middle\" 2 [v0]
}
";
    let inner = "
fun inner {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:SmallInt = GuardType<SmallInt> v0 exit fs0
    Return v1
  }
  fs0 = frame \"inner\" 1 [v0]
}
";
    let func = inlined(&format!("{CALLER}{middle}{inner}"), false);
    let text = func.to_string();
    assert!(text.contains("fs1 = frame \"middle\" 2 [v1 - v3] in fs0"), "{text}");
    assert!(text.contains("fs2 = frame \"inner\" 1 [v4 - v6] in fs1"), "{text}");
    assert_eq!(calls(&func), []);
}

#[test]
fn what_cannot_be_inlined_stays() {
    let refused = |callee: &str, instance: bool| {
        let mut func = parse_one(CALLER).expect("text");
        let before = func.to_string();
        let call = calls(&func)[0];
        let callee = parse_one(callee).expect("text");
        let reason = inline(&mut func, call, &callee, instance, &mut |_| None).expect_err("refused");
        assert_eq!(func.to_string(), before);
        reason
    };
    let taking = "fun f {\n bb 0 {\n v0:Object = TakeArg<0>\n Return v0\n }\n}";
    assert_eq!(refused(taking, false), NotInlined::Arguments);
    let more = "fun f {\n bb 0 {\n v0:Object = LoadArg<1>\n Return v0\n }\n}";
    assert_eq!(refused(more, false), NotInlined::Arguments);
    let endless = "fun f {\n bb 0 {\n Branch<1>\n }\n bb 1 {\n Branch<1>\n }\n}";
    assert_eq!(refused(endless, false), NotInlined::Result);
    let constant = "fun f {\n bb 0 {\n v0:SmallInt = Const<1>\n Return v0\n }\n}";
    assert_eq!(refused(constant, false), NotInlined::Constant);
    let observing = "fun f observing {\n bb 0 {\n v0:Object = LoadArg<0>\n Return v0\n }\n}";
    assert_eq!(refused(observing, false), NotInlined::World);
}

/// A function that calls another with what that takes.
fn caller_of(callee: &Function) -> Option<Function> {
    let insts = callee.blocks().flat_map(|block| callee.insts(block)).map(|inst| callee.inst(inst));
    let mut args: Vec<Type> = Vec::new();
    for data in insts {
        match (data.op, data.imms.first()) {
            (Opcode::TakeArg, _) => return None,
            (Opcode::LoadArg, Some(&Imm::Index(index))) => {
                let index = index as usize;
                args.resize(args.len().max(index + 1), Type::OBJECT);
                args[index] = callee.ty(data.results[0]);
            }
            _ => {}
        }
    }
    let object = |ty: &Type| ty.is_subtype(Type::OBJECT) && ty.known_value().is_none();
    if !args.iter().all(object) {
        return None;
    }
    let mut func = Function::new("caller");
    let block = func.append_block();
    let function = func.append_inst(block, InstData::new(Opcode::LoadFunction, &[]), &[Type::FUNCTION]);
    let mut operands = vec![func.result(function)];
    for (index, &ty) in args.iter().enumerate() {
        let data = InstData::new(Opcode::LoadArg, &[]).imms(&[Imm::Index(index as u32)]);
        let arg = func.append_inst(block, data, &[ty]);
        operands.push(func.result(arg));
    }
    let code = func.intern_name("caller");
    let slots = operands.iter().copied().map(Some).collect();
    let frame = func.intern_frame(hir::FrameState { code, pc: 1, slots, caller: None });
    let call = InstData::new(Opcode::CallDirect, &operands).imms(&[Imm::Index(1)]).frame(frame);
    let call = func.append_inst(block, call, &[Type::OBJECT]);
    let result = func.result(call);
    func.append_inst(block, InstData::new(Opcode::Return, &[result]), &[]);
    Some(func)
}

#[test]
fn random_functions_can_be_inlined() {
    let mut done = 0;
    for seed in 0..600 {
        let callee = random::function(seed, &Shape::default());
        let Some(mut func) = caller_of(&callee) else { continue };
        let call = calls(&func)[0];
        match inline(&mut func, call, &callee, false, &mut same) {
            Ok(_) => {
                check(&func);
                done += 1;
            }
            Err(NotInlined::Result) => {}
            Err(error) => panic!("{seed}: {error}\n{callee}"),
        }
    }
    assert!(done > 50, "{done}");
}
