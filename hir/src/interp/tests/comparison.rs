//! Comparing versions of a function: small passes that are right, and some that are wrong.

use super::super::*;
use super::function;
use crate::random::{self, Shape};
use crate::{Can, Entity, Flow, InstData, Opcode, Origin, World, refcount};

/// Whether an instruction without users can go: it changes nothing, always goes on, and fails only for want of memory.
fn is_removable(func: &Function, data: &InstData) -> bool {
    let contract = func.contract(data);
    let fails = contract.can.has(Can::RAISE) && !contract.can.has(Can::ALLOC);
    let acts = contract.can.has(Can::RUN) || contract.can.has(Can::DROP) || !contract.writes.is_empty();
    data.op.info().flow == Flow::Next && data.frame.is_none() && !acts && !fails && !data.results.is_empty()
}

/// Removes what nobody uses but `EndLife`, which goes too. Returns how many instructions.
fn remove_unused(func: &mut Function) -> usize {
    let mut removed = 0;
    loop {
        let mut used = vec![false; func.value_bound()];
        let insts: Vec<_> = func.blocks().flat_map(|block| func.insts(block).collect::<Vec<_>>()).collect();
        for &inst in &insts {
            let data = func.inst(inst);
            if data.op != Opcode::EndLife {
                func.uses(data).for_each(|value| used[value.index()] = true);
            }
        }
        let unused = |func: &Function, inst| {
            let data: &InstData = func.inst(inst);
            is_removable(func, data) && data.results.iter().all(|result| !used[result.index()])
        };
        let dead: Vec<_> = insts.iter().copied().filter(|&inst| unused(func, inst)).collect();
        if dead.is_empty() {
            return removed;
        }
        let gone: Vec<_> = dead.iter().flat_map(|&inst| func.inst(inst).results.to_vec()).collect();
        for inst in insts {
            let data = func.inst(inst);
            if data.op == Opcode::EndLife && gone.contains(&data.args[0]) {
                func.remove_inst(inst);
            }
        }
        dead.into_iter().for_each(|inst| func.remove_inst(inst));
        removed += 1;
    }
}

#[test]
fn removing_what_is_unused_shows_nowhere() {
    let mut removed = 0;
    for seed in 0..300 {
        for world in [World::Quiet, World::Observing] {
            let before = random::function(seed, &Shape::default().in_world(world));
            let mut after = before.clone();
            removed += remove_unused(&mut after);
            compare(&before, &after, 0..8).unwrap_or_else(|error| panic!("{seed}: {error}\n{before}\n{after}"));
            refcount::insert(&mut after).unwrap_or_else(|error| panic!("{error}"));
            compare(&before, &after, 0..8).unwrap_or_else(|error| panic!("{seed}: {error}\n{before}\n{after}"));
        }
    }
    assert!(removed > 100, "{removed}");
}

const LOADS: &str = "
native @pure(Object, CInt64) -> CInt64 uncounted
fun f {
  bb 0 {
    v0:ListExact = LoadArg<0>
    v1:CInt64 = LoadArg<1>
    v2:SmallInt[1] = Const<1>
    v3:Object = ListGet v0 v2 exit fs0
    v4:CInt64 = CallNative<@pure> v3 v1
    v5:OptObject = Call v3
    v6:Object = ListGet v0 v2 exit fs0
    v7:Object = ListGet v0 v2 exit fs0
    v8:CInt64 = CallNative<@pure> v6 v1
    v9:CInt64 = CallNative<@pure> v7 v1
    v10:CInt64 = CIntBinary<sub> v8 v9
    v11:SmallInt = BoxInt v10 exit fs0
    v12:OptObject = Call v7 v11 v6
    Return v12
  }
  fs0 = frame \"f\" 0 [v0]
}";

/// What becomes of `LOADS` if lines are replaced, compared with the original.
fn rewritten(changes: &[(&str, &str)]) -> Result<(), Box<Difference>> {
    let mut text = LOADS.to_string();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    // The names of both are the same, since the text keeps the numbers.
    compare(&function(LOADS), &function(&text), 0..60)
}

#[test]
fn loads_and_pure_calls_may_be_shared() {
    assert_eq!(rewritten(&[]), Ok(()));
    assert_eq!(rewritten(&[("v7:Object = ListGet v0 v2 exit fs0", "v7:Object = Assign v6")]), Ok(()));
    assert_eq!(rewritten(&[("v9:CInt64 = CallNative<@pure> v7 v1", "v9:CInt64 = Assign v8")]), Ok(()));
    // Nothing of it is used.
    assert_eq!(rewritten(&[("    v4:CInt64 = CallNative<@pure> v3 v1\n", "")]), Ok(()));
}

#[test]
fn wrong_rewrites_are_found() {
    // The call may have changed the list.
    assert!(rewritten(&[("v6:Object = ListGet v0 v2 exit fs0", "v6:Object = Assign v3")]).is_err());
    assert!(rewritten(&[("v12:OptObject = Call v7 v11 v6", "v12:OptObject = Call v7 v11 v3")]).is_err());
    assert!(rewritten(&[("    v5:OptObject = Call v3\n", "")]).is_err());
    assert!(rewritten(&[("CIntBinary<sub> v8 v9", "CIntBinary<sub> v8 v1")]).is_err());
    assert!(rewritten(&[("Return v12", "Return v5")]).is_err());
    let error = rewritten(&[("Return v12", "Unreachable")]).unwrap_err();
    assert!(error.to_string().contains("unreachable instruction reached"), "{error}");
}

#[test]
fn the_origin_of_a_result_is_kept_apart_from_its_value() {
    // A pass that forwards what was just stored.
    let stored =
        "fun f { bb 0 { v0:Cell = LoadArg<0>\nv1:Object = LoadArg<1>\nStoreCell v0 v1\nv2:OptObject = LoadCell v0
        v3:OptObject = Call v0 v2\nReturn v3 } }";
    let (before, after) =
        (function(stored), function(&stored.replace("LoadCell v0", "Assign v1").replace("v2:Opt", "v2:")));
    assert_eq!(compare(&before, &after, 0..40), Ok(()));
    assert!(matches!(
        before.contract(before.inst(before.value(before.value_at(2).unwrap()).def)).origin,
        Origin::Item(0, _)
    ));
}
