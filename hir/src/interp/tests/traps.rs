//! For each kind of trap a function that deserves it, and its correct twin, which must not trap under any of many seeds.

use super::super::*;
use super::function;
use ExitFault::*;
use TrapKind::*;

/// The kinds of traps that a function causes under some of the seeds, in the order of the seeds.
fn traps(text: &str) -> Vec<TrapKind> {
    let func = function(text);
    let mut kinds = Vec::new();
    for seed in 0..100 {
        if let Err(trap) = run(&func, &Options::new(seed))
            && !kinds.contains(&trap.kind)
        {
            kinds.push(trap.kind);
        }
    }
    kinds
}

/// Checks that the first function traps like that and in no other way, and the second does not.
#[track_caller]
fn check(expected: &[TrapKind], broken: &str, twin: &str) {
    assert_eq!(traps(broken), expected, "{broken}");
    if let Err((seed, trap)) = run_all(&function(twin), 0..100) {
        panic!("the twin, seed {seed}: {trap}\n{twin}");
    }
}

/// A counted function with this body, with two frame states.
fn body(instructions: &str) -> String {
    format!(
        "fun f counted {{\n bb 0 {{\n{instructions}\n }}\n fs0 = frame \"f\" 0 [v0]\n fs1 = frame \"f\" 1 [v0 v0]\n}}\n"
    )
}

#[track_caller]
fn check_bodies(expected: &[TrapKind], broken: &str, twin: &str) {
    check(expected, &body(broken), &body(twin));
}

const NONE: &str = "v90:ImmortalNoneType[None] = Const<None>\nReturn v90";

/// With `None` returned at the end.
#[track_caller]
fn check_none(expected: &[TrapKind], broken: &str, twin: &str) {
    check_bodies(expected, &format!("{broken}\n{NONE}"), &format!("{twin}\n{NONE}"));
}

#[test]
fn return_of_a_borrowed_argument() {
    check_bodies(
        &[OverRelease],
        "v0:MortalObject = LoadArg<0>\nReturn v0",
        "v0:Object = LoadArg<0>\nIncref v0\nReturn v0",
    );
}

#[test]
fn steal_of_a_borrowed_operand() {
    check_none(
        &[OverRelease],
        "v0:MortalObject = LoadArg<0>\nv1:OptTupleExact = MakeTuple v0\nXDecref v1",
        "v0:MortalObject = LoadArg<0>\nIncref v0\nv1:OptTupleExact = MakeTuple v0\nXDecref v1",
    );
}

#[test]
fn one_reference_stolen_twice() {
    check_none(
        &[OverRelease],
        "v0:MortalObject = TakeArg<0>\nv1:OptTupleExact = MakeTuple v0 v0\nXDecref v1",
        "v0:MortalObject = TakeArg<0>\nIncref v0\nv1:OptTupleExact = MakeTuple v0 v0\nXDecref v1",
    );
}

#[test]
fn missing_release() {
    check_none(&[Leak], "v0:MortalObject = TakeArg<0>", "v0:MortalObject = TakeArg<0>\nDecref v0");
    check_none(
        &[Leak],
        "v0:Object = LoadArg<0>\nv1:OptObject = Call v0",
        "v0:Object = LoadArg<0>\nv1:OptObject = Call v0\nXDecref v1",
    );
}

#[test]
fn too_many_increments() {
    check_none(
        &[Leak],
        "v0:MortalObject = LoadArg<0>\nIncref v0",
        "v0:MortalObject = LoadArg<0>\nIncref v0\nDecref v0",
    );
}

#[test]
fn double_release() {
    check_none(
        &[DoubleRelease],
        "v0:MortalObject = TakeArg<0>\nDecref v0\nDecref v0",
        "v0:MortalObject = TakeArg<0>\nIncref v0\nDecref v0\nDecref v0",
    );
    check_none(
        &[DoubleRelease],
        "v0:MortalObject = TakeArg<0>\nBatchDecref v0 v0",
        "v0:MortalObject = TakeArg<0>\nXIncref v0\nBatchDecref v0 v0",
    );
}

#[test]
fn release_of_what_others_hold() {
    check_none(
        &[OverRelease],
        "v0:MortalObject = LoadArg<0>\nDecref v0",
        "v0:MortalObject = LoadArg<0>\nIncref v0\nDecref v0",
    );
}

#[test]
fn use_after_release() {
    check_none(
        &[UseAfterFree],
        "v0:MortalObject = TakeArg<0>\nDecref v0\nv1:CBool = Is v0 v0",
        "v0:MortalObject = TakeArg<0>\nv1:CBool = Is v0 v0\nDecref v0",
    );
}

#[test]
fn return_of_a_freed_object() {
    check_bodies(
        &[UseAfterFree],
        "v0:MortalObject = TakeArg<0>\nDecref v0\nReturn v0",
        "v0:MortalObject = TakeArg<0>\nReturn v0",
    );
}

#[test]
fn increment_of_a_freed_object() {
    check_bodies(
        &[IncrefDead],
        "v0:MortalObject = TakeArg<0>\nDecref v0\nIncref v0\nReturn v0",
        "v0:MortalObject = TakeArg<0>\nIncref v0\nDecref v0\nReturn v0",
    );
}

#[test]
fn frame_entry_freed() {
    check_none(
        &[UseAfterFree],
        "v0:MortalObject = TakeArg<0>\nDecref v0\nPoll exit fs0 {v0 raw}",
        "v0:MortalObject = TakeArg<0>\nPoll exit fs0 {v0 own}\nDecref v0",
    );
}

#[test]
fn memory_of_a_freed_owner() {
    check_none(
        &[MaskedAccess],
        "v0:MortalTupleExact[len 2] = TakeArg<0>\nDecref v0\nv1:Object = TupleItem<1> v0",
        "v0:MortalTupleExact[len 2] = TakeArg<0>\nv1:Object = TupleItem<1> v0\nDecref v0",
    );
    check_none(
        &[MaskedAccess],
        "v0:MortalCell = TakeArg<0>\nv1:Object = LoadArg<1>\nIncref v1\nDecref v0\nStoreCell v0 v1",
        "v0:MortalCell = TakeArg<0>\nv1:Object = LoadArg<1>\nIncref v1\nStoreCell v0 v1\nDecref v0",
    );
}

#[test]
fn part_of_a_released_owner() {
    check_none(
        &[UseAfterFree],
        "v0:MortalTupleExact[len 1] = TakeArg<0>\nv1:Object = TupleItem<0> v0\nDecref v0\nv2:CBool = Is v1 v1",
        "v0:MortalTupleExact[len 1] = TakeArg<0>\nv1:Object = TupleItem<0> v0\nIncref v1\nDecref v0\nv2:CBool = Is v1 v1
         Decref v1",
    );
}

/// A list item is read, something writes lists, and the item is used. `%` is where the item must be kept.
fn item_across(writer: &str) -> (String, String) {
    let text = format!(
        "native @lists() -> CInt64 uncounted writes list\nfun f counted {{ bb 0 {{
            v0:ListExact = LoadArg<0>
            v1:SmallInt[0] = Const<0>
            v2:Object = ListGet v0 v1 exit fs0 {{v0 ref}}
            KEEP
            {writer}
            v9:CBool = Is v2 v2
            DROP
            {NONE} }}
            fs0 = frame \"f\" 0 [v0] }}"
    );
    (text.replace("KEEP", "").replace("DROP", ""), text.replace("KEEP", "Incref v2").replace("DROP", "Decref v2"))
}

#[test]
fn borrowed_item_across_a_call() {
    let (broken, twin) = item_across("v3:OptObject = Call v0 v1\nXDecref v3");
    check(&[UseAfterFree], &broken, &twin);
}

#[test]
fn borrowed_item_across_a_write_of_its_class() {
    let (broken, twin) = item_across("v3:CInt64 = CallNative<@lists>");
    check(&[UseAfterFree], &broken, &twin);
    // Nothing that the contract allows can reach the item.
    let (broken, _) = item_across("v3:CInt64 = CallNative<@lists>");
    let harmless = broken.replace("writes list", "writes slots cells dict set globals functions classes iterators");
    assert_eq!(traps(&harmless), []);
}

#[test]
fn borrowed_item_across_another_store() {
    let (broken, twin) = item_across("v4:Object = LoadArg<1>\nIncref v4\nv3:CBool = ListAppend v0 v4");
    check(&[UseAfterFree], &broken, &twin);
    let func = function(&broken);
    for seed in 0..100 {
        // An append alone keeps all items.
        assert!(run(&func, &Options { exact_stores: true, ..Options::new(seed) }).is_ok());
    }
}

#[test]
fn borrowed_global_across_its_store() {
    let text = "fun f counted { bb 0 {
        v0:Object = LoadArg<0>
        v1:Object = LoadGlobalCached<\"g\"> exit fs0 {v0 ref}
        KEEP
        Incref v0
        v2:CBool = StoreGlobal<\"g\"> v0
        v3:CBool = Is v1 v1
        DROP
        v4:ImmortalNoneType[None] = Const<None>
        Return v4 }
        fs0 = frame \"f\" 0 [v0] }";
    check(
        &[UseAfterFree],
        &text.replace("KEEP", "").replace("DROP", ""),
        &text.replace("KEEP", "Incref v1").replace("DROP", "Decref v1"),
    );
}

#[test]
fn operand_that_only_memory_holds() {
    let text = "fun f counted { bb 0 {
        v0:Cell = LoadArg<0>
        v1:OptObject = LoadCell v0
        v2:Object = CheckVar<\"x\"> v1 exit fs0 {v0 ref}
        KEEP
        v3:OptObject = Call v2
        DROP
        XDecref v3
        v4:ImmortalNoneType[None] = Const<None>
        Return v4 }
        fs0 = frame \"f\" 0 [v0] }";
    check(
        &[OperandDied],
        &text.replace("KEEP", "").replace("DROP", ""),
        &text.replace("KEEP", "Incref v2").replace("DROP", "Decref v2"),
    );
}

/// In the observing world a release runs code, but not of a string.
#[test]
fn borrowed_item_across_a_destructor() {
    let text = |ty: &str, keep: &str, drop: &str| {
        format!(
            "fun f observing counted {{ bb 0 {{
                v0:Cell = LoadArg<0>
                v1:{ty} = TakeArg<1>
                v2:OptObject = LoadCell v0
                {keep}
                Decref v1
                v3:CBool = Is v2 v2
                {drop}
                {NONE} }} }}"
        )
    };
    check(&[UseAfterFree], &text("MortalInstance", "", ""), &text("MortalInstance", "XIncref v2", "XDecref v2"));
    check(&[UseAfterFree], &text("MortalInstance", "", ""), &text("MortalStrExact", "", ""));
    let quiet = text("MortalInstance", "", "").replace("observing", "");
    assert_eq!(traps(&quiet), []);
}

#[test]
fn borrowed_item_across_the_destructor_of_an_old_item() {
    let text = |keep: &str, drop: &str| {
        format!(
            "fun f observing counted {{ bb 0 {{
                v0:Cell = LoadArg<0>
                v1:ListExact = LoadArg<1>
                v2:SmallInt[0] = Const<0>
                v3:Object = ListGet v1 v2 exit fs0 {{v0 ref}}
                {keep}
                StoreCell v0 v2
                v4:CBool = Is v3 v3
                {drop}
                {NONE} }}
                fs0 = frame \"f\" 0 [v0] }}"
        )
    };
    check(&[UseAfterFree], &text("", ""), &text("Incref v3", "Decref v3"));
    assert_eq!(traps(&text("", "").replace("observing", "")), []);
}

#[test]
fn owned_value_not_listed_at_a_guard() {
    check_none(
        &[Exit(UnlistedUnit)],
        "v0:Object = LoadArg<0>\nv1:MortalObject = TakeArg<1>\nPoll exit fs0 {v0 ref}\nDecref v1",
        "v0:Object = LoadArg<0>\nv1:MortalObject = TakeArg<1>\nPoll exit fs0 {v0 ref, v1 own}\nDecref v1",
    );
}

#[test]
fn frame_value_not_listed() {
    check_none(
        &[Exit(NotListed)],
        "v0:Object = LoadArg<0>\nPoll exit fs0",
        "v0:Object = LoadArg<0>\nPoll exit fs0 {v0 ref}",
    );
}

#[test]
fn value_listed_twice() {
    check_none(
        &[Exit(ListedTwice)],
        "v0:Object = LoadArg<0>\nPoll exit fs1 {v0 ref, v0 ref}",
        "v0:Object = LoadArg<0>\nPoll exit fs1 {v0 ref}",
    );
    check_none(
        &[Exit(OwnedWithoutUnit)],
        "v0:MortalObject = TakeArg<0>\nPoll exit fs1 {v0 own, v0 own}\nDecref v0",
        "v0:MortalObject = TakeArg<0>\nPoll exit fs1 {v0 own}\nDecref v0",
    );
}

#[test]
fn borrowed_value_listed_as_owned() {
    check_none(
        &[Exit(OwnedWithoutUnit)],
        "v0:MortalObject = LoadArg<0>\nPoll exit fs0 {v0 own}",
        "v0:MortalObject = LoadArg<0>\nPoll exit fs0 {v0 ref}",
    );
}

#[test]
fn two_names_of_one_reference() {
    let text = |kind: &str| {
        format!(
            "fun f counted {{ bb 0 {{
                v0:MortalObject = TakeArg<0>
                v1:MortalObject = Assign v0
                Poll exit fs0 {{v0 own, v1 {kind}}}
                Return v0 }}
                fs0 = frame \"f\" 0 [v0 v1] }}"
        )
    };
    check(&[Exit(OwnedWithoutUnit)], &text("own"), &text("ref"));
}

#[test]
fn counted_value_listed_as_raw() {
    check_none(
        &[Exit(RawCounted)],
        "v0:MortalObject = LoadArg<0>\nPoll exit fs0 {v0 raw}",
        "v0:ImmortalObject = LoadArg<0>\nPoll exit fs0 {v0 raw}",
    );
}

#[test]
fn owned_value_listed_as_borrowed() {
    check_none(
        &[Exit(UnlistedUnit)],
        "v0:MortalObject = TakeArg<0>\nPoll exit fs0 {v0 ref}\nDecref v0",
        "v0:MortalObject = TakeArg<0>\nPoll exit fs0 {v0 own}\nDecref v0",
    );
}

#[test]
fn error_exit_after_steals() {
    let text = |entry: &str| {
        format!(
            "native @take(steal Object, steal-ok Object) -> CInt64 uncounted can raise\nfun f counted {{ bb 0 {{
                v0:MortalObject = TakeArg<0>
                v1:MortalObject = TakeArg<1>
                v2:CInt64 = CallNative<@take> v0 v1 exit fs0 {{{entry}}}
                {NONE} }}
                fs0 = frame \"f\" 0 [-] }}"
        )
    };
    check(&[Exit(OwnedWithoutUnit)], &text("v0 own, v1 own"), &text("v1 own"));
    check(&[Exit(UnlistedUnit)], &text(""), &text("v1 own"));
}

#[test]
fn borrowed_exit_entry_freed_by_the_failing_instruction() {
    let text = |keep: &str, kind: &str| {
        format!(
            "native @run() -> CInt64 uncounted writes all can raise run\nfun f counted {{ bb 0 {{
                v0:Cell = LoadArg<0>
                v1:OptObject = LoadCell v0
                {keep}
                v2:CInt64 = CallNative<@run> exit fs0 {{v1 {kind}}}
                {}
                {NONE} }}
                fs0 = frame \"f\" 0 [v1] }}",
            keep.replace("XIncref", "XDecref")
        )
    };
    check(&[Exit(BorrowedFreed)], &text("", "ref"), &text("XIncref v1", "own"));
}

#[test]
fn plain_count_of_a_missing_value() {
    check_none(
        &[MissingValue],
        "v0:OptStrExact = LoadArg<0>\nIncref v0\nDecref v0",
        "v0:OptStrExact = LoadArg<0>\nXIncref v0\nXDecref v0",
    );
}

#[test]
fn counts_of_words_and_immortals() {
    check_none(
        &[OverRelease],
        "v0:Object = LoadArg<0>\nDecref v0",
        "v0:ImmortalObject = LoadArg<0>\nDecref v0\nDecref v0\nIncref v0",
    );
    check_none(
        &[OverRelease],
        "v0:Object = LoadArg<0>\nDecref v0",
        "v0:SmallInt = LoadArg<0>\nDecref v0\nBatchDecref v0 v0",
    );
}

#[test]
fn refinement_that_is_not_true() {
    check_none(
        &[TypeViolation],
        "v0:Object = LoadArg<0>\nv1:ListExact = RefineType<ListExact> v0",
        "v0:List = LoadArg<0>\nv1:ListExact = GuardType<ListExact> v0 exit fs0 {v0 ref}\nv2:ListExact = RefineType<ListExact> v1",
    );
}

#[test]
fn native_that_gives_its_operand_by_another_type() {
    let text = |ty: &str| {
        format!(
            "native @same(Object) -> StrExact copy(0)\nfun f counted {{ bb 0 {{
                v0:{ty} = LoadArg<0>\nv1:StrExact = CallNative<@same> v0\n{NONE} }} }}"
        )
    };
    check(&[TypeViolation], &text("Object"), &text("StrExact"));
}

#[test]
fn slot_by_an_old_shape() {
    let text = |again: &str, ty: &str| {
        format!(
            "fun f counted {{ bb 0 {{
                v0:Instance = LoadArg<0>
                v1:Instance[shape 5] = GuardShape<shape 5> v0 exit fs0 {{v0 ref}}
                v2:OptObject = Call v0
                XDecref v2
                {again}
                v4:Object = LoadSlot<shape 5, 0> {ty}
                {NONE} }}
                fs0 = frame \"f\" 0 [v0] }}"
        )
    };
    let again = "v3:Instance[shape 5] = GuardShape<shape 5> v0 exit fs0 {v0 ref}";
    check(&[WrongShape], &text("", "v1"), &text(again, "v3"));
}

#[test]
fn added_slot_changes_the_shape() {
    let text = |shape: &str| {
        format!(
            "fun f counted {{ bb 0 {{
                v0:Instance[shape 5] = LoadArg<0>
                v1:Object = LoadArg<1>
                Incref v1
                v2:CBool = AddSlot<shape 5, shape 6, 3> v0 v1
                CondBranch<1, 2> v2 }}
                bb 1 {{ given v0 ref
                v3:Object = LoadSlot<{shape}, 3> v0
                Branch<2> }}
                bb 2 {{ {NONE} }} }}"
        )
    };
    check(&[WrongShape], &text("shape 5"), &text("shape 6"));
}

#[test]
fn item_beyond_the_end() {
    check_none(
        &[OutOfBounds],
        "v0:TupleExact[len 2] = LoadArg<0>\nv1:Object = TupleItem<2> v0",
        "v0:TupleExact[len 2] = LoadArg<0>\nv1:Object = TupleItem<1> v0",
    );
}

#[test]
fn unreachable_reached() {
    let text = |ty: &str| {
        format!(
            "fun f counted {{ bb 0 {{ v0:{ty} = LoadArg<0>\nCondBranchType<Str, 1, 2> v0 }}
             bb 1 {{ {NONE} }}\nbb 2 {{ Unreachable }} }}"
        )
    };
    check(&[Unreachable], &text("Object"), &text("StrExact"));
}

#[test]
fn leak_through_a_loop() {
    // One reference too many each time round, and one too few.
    let text = |step: &str| {
        format!(
            "fun f counted {{
                bb 0 {{ v0:MortalObject = TakeArg<0>\nBranch<1> }}
                bb 1 {{ given v0 own\nv1:OptBool = Truth v0\n{step}\nCondBranchPresent<2, 3> v1 }}
                bb 2 {{ given v0 own, v1 raw\nv2:Bool = RefineType<Bool> v1\nv3:CBool = IsTrue v2\nCondBranch<1, 3> v3 }}
                bb 3 {{ given v0 own\nDecref v0\n{NONE} }} }}"
        )
    };
    check(&[Leak], &text("Incref v0"), &text(""));
    // Code that ran may have kept the object: then it is others' reference that is released, or dropped at the next call.
    let kinds = traps(&text("Decref v0"));
    assert!(kinds.contains(&DoubleRelease) && kinds.contains(&UseAfterFree), "{kinds:?}");
    assert!(
        kinds.iter().all(|kind| matches!(kind, DoubleRelease | UseAfterFree | OverRelease | OperandDied)),
        "{kinds:?}"
    );
}

#[test]
fn phi_of_a_freed_object() {
    let text = |release: &str| {
        format!(
            "fun f counted {{
                bb 0 {{ v0:MortalObject = TakeArg<0>\nv1:CBool = LoadArg<1>\n{release}\nCondBranch<1, 2> v1 }}
                bb 1 {{ Branch<3> }} bb 2 {{ Branch<3> }}
                bb 3 {{ v2:MortalObject = Phi<1, 2> v0 v0\nReturn v2 }} }}"
        )
    };
    check(&[UseAfterFree], &text("Decref v0"), &text(""));
}

#[test]
fn malformed_functions_are_refused() {
    for (text, expected) in [
        ("fun f { }", "no blocks"),
        ("fun f { bb 0 { v0:Object = LoadArg<0> } }", "a block without a terminator"),
        (
            "fun f { bb 0 { v0:Object = LoadArg<0>\nDecref v0\nReturn v0 } }",
            "a counting operation before counts are inserted",
        ),
        ("fun f { bb 0 { v0:Object = LoadArg<4000000000>\nReturn v0 } }", "an argument with an absurd number"),
        (
            "fun f { bb 0 { v0:CInt64 = LoadArg<0>\nv1:CInt64 = CIntBinary<pow> v0 v0\nReturn v1 } }",
            "an operator that the instruction does not have",
        ),
        ("fun f { bb 0 { Deopt<\"why\"> } }", "an exit without a frame state"),
    ] {
        assert_eq!(
            run(&function(text), &Options::new(0)).map_err(|trap| trap.kind),
            Err(Malformed(expected)),
            "{text}"
        );
    }
}

#[test]
fn a_trap_says_what_and_where() {
    let func = function(&body("v0:MortalStrExact = TakeArg<0>\nDecref v0\nv1:CBool = Is v0 v0\nReturn v0"));
    let trap = run(&func, &Options::new(3)).unwrap_err();
    assert_eq!(
        trap.to_string(),
        "use after free in `f`, seed 3\n  at bb 0, inst2: Is v0 v0\n  value v0\n  object of kind StrExact: argument 0; freed at inst1"
    );
    let func = function(&body("v0:MortalStrExact = LoadArg<0>\nReturn v0"));
    assert_eq!(
        run(&func, &Options::new(3)).unwrap_err().to_string(),
        "release of a reference that the function does not own in `f`, seed 3\n  at bb 0, inst1: Return v0\n  value v0\n  \
         object of kind StrExact: argument 0; alive, the function owns 0 of its references, others hold 1"
    );
}
