//! What golden files cannot show: functions that no text says, and large ones.

use super::{MAX_ERRORS, Rule, verify};
use crate::text::{parse_mapped, parse_one, print_mapped};
use crate::*;
use std::fmt::Write;

#[test]
fn the_documentation_lists_the_rules() {
    let documented: Vec<&str> =
        include_str!("mod.rs").lines().filter_map(|line| line.strip_prefix("//! | V")).collect();
    let rules: Vec<String> = Rule::ALL.iter().map(|rule| format!("{} | {} |", rule.number(), rule.text())).collect();
    assert_eq!(documented, rules);
    assert!(Rule::ALL.iter().map(|rule| usize::from(rule.number())).eq(1..=Rule::ALL.len()));
}

fn rules(func: &Function) -> Vec<Rule> {
    verify(func).err().unwrap_or_default().iter().map(|error| error.rule).collect()
}

const SMALL: &str = r#"fun f {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:Object = Assign v0
    Poll exit fs0
    Branch<1>
  }
  bb 1 {
    v2:Object = Phi<0> v1
    Return v2
  }
  fs0 = frame "f" 0 [v1]
}
"#;

#[test]
fn what_a_pass_leaves_behind_is_found() {
    let func = parse_one(SMALL).unwrap();
    assert_eq!(rules(&func), []);
    let [entry, end] = [0, 1].map(|index| func.block_at(index).unwrap());
    let def = |func: &Function, value| func.value(func.value_at(value).unwrap()).def;

    let mut removed = func.clone();
    removed.remove_inst(def(&func, 1));
    assert_eq!(rules(&removed), [Rule::Defined, Rule::Defined], "a frame state and a phi name the value");
    let mut unlinked = func.clone();
    unlinked.unlink_inst(def(&func, 0));
    assert_eq!(rules(&unlinked), [Rule::Defined]);
    let mut without_block = func.clone();
    without_block.remove_block(end);
    assert_eq!(rules(&without_block), [Rule::Successors]);
    let mut without_result = func.clone();
    let stolen = without_result.inst_mut(def(&func, 1)).results.pop().unwrap();
    without_result.inst_mut(def(&func, 0)).results.push(stolen);
    assert_eq!(rules(&without_result), [Rule::ResultCount]);
    let mut wrong_imm = func.clone();
    wrong_imm.inst_mut(def(&func, 0)).imms[0] = Imm::Shape(1);
    assert_eq!(rules(&wrong_imm), [Rule::Immediates]);
    let mut without_frame = func.clone();
    without_frame.set_counted(true);
    without_frame.inst_mut(def(&func, 0)).exit_refs.push((func.value_at(0).unwrap(), RefKind::Raw));
    assert_eq!(rules(&without_frame), [Rule::ExitState]);
    let mut claims = func.clone();
    claims.remove_inst(def(&func, 1));
    let poll = claims.insts(entry).nth(1).unwrap();
    claims.remove_inst(poll);
    claims.inst_mut(def(&func, 2)).args[0] = func.value_at(0).unwrap();
    let gone = func.value_at(1).unwrap();
    claims.set_claims(end, vec![Claim { copies: [gone].into_iter().collect(), state: ClaimState::Owned }]);
    claims.set_counted(true);
    assert_eq!(rules(&claims), [Rule::Defined]);
}

#[test]
fn what_belongs_to_another_function_is_found() {
    let mut other = parse_one(SMALL).unwrap();
    let constant = other.intern_constant(Constant::True);
    let frame = other.frame(other.inst(other.insts(other.entry().unwrap()).nth(2).unwrap()).frame.unwrap()).clone();
    let frame = other.intern_frame(frame);
    let mut func = parse_one(SMALL).unwrap();
    let ret = func.last_inst(func.block_at(1).unwrap()).unwrap();
    let load = func.first_inst(func.entry().unwrap()).unwrap();
    func.inst_mut(ret).args[0] = other.value_at(0).unwrap();
    func.inst_mut(ret).frame = Some(frame);
    func.inst_mut(load).imms[0] = Imm::Const(constant);
    func.inst_mut(load).blocks.push(other.block_at(0).unwrap());
    assert_eq!(rules(&func), [Rule::Immediates, Rule::Successors, Rule::Defined, Rule::FrameState]);
}

#[test]
fn an_error_shows_the_instruction_and_finds_its_line() {
    let source = SMALL.replace("Assign v0", "Assign v0 v0");
    let (func, map) = parse_mapped(&source).unwrap().remove(0);
    let errors = verify(&func).unwrap_err();
    let error = &errors[0];
    assert_eq!((errors.len(), error.rule, error.block), (1, Rule::OperandCount, func.block_at(0)));
    assert_eq!(error.inst(), func.insts(func.block_at(0).unwrap()).nth(1));
    let expected = "V9: 2 operands, and should have 1\n  in bb 0: v1:Object = Assign v0 v0";
    assert_eq!(error.to_string(), expected);
    let report = "4:5: V9: 2 operands, and should have 1\n  |     v1:Object = Assign v0 v0\n  |     ^";
    assert_eq!(error.report(&source, &map), report);
    let (printed, map) = print_mapped(&func);
    assert_eq!(error.report(&printed, &map), report);
}

#[test]
fn there_is_an_end_to_errors() {
    let mut func = Function::new("f");
    let block = func.append_block();
    for _ in 0..1000 {
        func.append_inst(block, InstData::new(Opcode::Call, &[]), &[]);
    }
    assert_eq!(verify(&func).unwrap_err().len(), MAX_ERRORS);
}

/// Blocks that each may go to the next and to one of the last, with a guard and a slot in each: loops within loops, and joins
/// that are far from what dominates them.
fn ladder(rungs: usize) -> String {
    let mut text = String::from("fun f {\nbb 0 {\nv0:Object = LoadArg<0>\nv1:CBool = LoadArg<1>\nBranch<1>\n}\n");
    for rung in 1..=rungs {
        let (guarded, loaded) = (2 * rung, 2 * rung + 1);
        let far = 2 * rungs - rung + 1;
        let branch =
            if rung == rungs { format!("Branch<{far}>") } else { format!("CondBranch<{}, {far}> v1", rung + 1) };
        let _ = write!(
            text,
            "bb {rung} {{\nv{guarded}:Object[shape 1] = GuardShape<shape 1> v0 exit fs0\n\
             v{loaded}:Object = LoadSlot<shape 1, 0> v{guarded}\n{branch}\n}}\n"
        );
    }
    for rung in rungs + 1..=2 * rungs {
        let back = if rung == 2 * rungs {
            "Unreachable".to_string()
        } else {
            format!("CondBranch<{}, {}> v1", rung + 1, 2 * rungs - rung)
        };
        let (before, slot) = (2 * rung, 2 * rung + 1);
        let _ = write!(
            text,
            "bb {rung} {{\nv{before}:OptObject = Call v0\nv{slot}:Object[shape 1] = GuardShape<shape 1> v0 exit fs0\n{back}\n}}\n"
        );
    }
    text + "fs0 = frame \"f\" 0 [v0]\n}\n"
}

#[test]
fn a_large_function_with_many_loops_and_joins_is_checked() {
    let func = parse_one(&ladder(15_000)).unwrap();
    assert_eq!(verify(&func), Ok(()));
}

#[test]
fn a_large_frame_state_that_many_instructions_share_is_looked_at_once() {
    const COUNT: usize = 50_000;
    let mut text = String::from("fun f {\nbb 0 {\n");
    (0..COUNT).for_each(|value| text += &format!("v{value}:Object = LoadArg<{value}>\n"));
    text += &"Poll exit fs0\n".repeat(COUNT);
    text += "Return v0\n}\nfs0 = frame \"f\" 0 [";
    (0..COUNT).for_each(|value| text += &format!("v{value} "));
    let func = parse_one(&(text + "]\n}\n")).unwrap();
    assert_eq!(verify(&func), Ok(()));
}

#[test]
fn many_facts_that_all_hold_are_kept() {
    const COUNT: usize = 20_000;
    let mut text = String::from("fun f {\nbb 0 {\nv0:CBool = LoadArg<0>\n");
    for value in 0..COUNT {
        let (arg, guarded) = (2 * value + 1, 2 * value + 2);
        let _ = write!(
            text,
            "v{arg}:Object = LoadArg<{arg}>\nv{guarded}:Object[shape 1] = GuardShape<shape 1> v{arg} exit fs0\n"
        );
    }
    text += "Branch<1>\n}\n";
    for block in 1..=COUNT {
        let _ = write!(
            text,
            "bb {block} {{\nStoreSlot<shape 1, 0> v{} v1\nCondBranch<{}, {}> v0\n}}\n",
            2 * block,
            block + 1,
            COUNT + 1
        );
    }
    let _ = write!(text, "bb {} {{\nReturn v1\n}}\nfs0 = frame \"f\" 0 []\n}}\n", COUNT + 1);
    // The last rung must not name its successor twice.
    text = text.replace(&format!("CondBranch<{0}, {0}> v0", COUNT + 1), &format!("Branch<{}>", COUNT + 1));
    assert_eq!(verify(&parse_one(&text).unwrap()), Ok(()));
}
