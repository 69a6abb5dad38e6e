//! Wrong counts: what the checked interpreter traps on, the refcount verifier must refuse; and few mistakes escape either.

use hir::mutate::{self, Mutation, Score, Scores, mutate, mutations};
use hir::random::{self, Shape};
use hir::{Function, World, refcount, text, verify_refcounts};
use std::path::Path;

/// Runs of each mutant: one for each way in which seeds behave.
const SEEDS: std::ops::Range<u64> = 0..8;

/// Judges every mutant of a correct function.
fn judge(func: &Function, scores: &mut Scores) {
    assert_eq!(verify_refcounts(func), Ok(()), "{func}");
    mutate::judge(func, SEEDS, scores).unwrap_or_else(|escaped| panic!("{escaped}"));
}

#[test]
fn mutants_of_random_functions() {
    let mut scores = Scores::new();
    for seed in 0..90 {
        for world in [World::Quiet, World::Observing] {
            let mut func = random::function(seed, &Shape::with_insts(30).in_world(world));
            refcount::insert(&mut func).unwrap_or_else(|error| panic!("{error}"));
            judge(&func, &mut scores);
        }
    }
    let score = |kind: &str| scores.get(kind).copied().unwrap_or_default();
    for (kind, least_refused, least_trapped) in [
        ("delete", 95, 35),
        ("duplicate", 95, 35),
        ("drop operand", 90, 30),
        ("retarget", 90, 30),
        ("flip", 85, 15),
        ("drop entry", 95, 20),
        // Most move an operation past an instruction that has nothing to do with it.
        ("move", 30, 10),
    ] {
        let Score { mutants, refused, trapped } = score(kind);
        assert!(mutants > 0 && 100 * refused >= least_refused * mutants, "{kind}: {scores:#?}");
        assert!(100 * trapped >= least_trapped * mutants, "{kind}: {scores:#?}");
    }
}

/// The functions of the test files in a folder.
fn functions_of(folder: &str) -> Vec<Function> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/filetests").join(folder);
    let entries = std::fs::read_dir(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().flat_map(|path| text::parse(&std::fs::read_to_string(path).unwrap()).unwrap()).collect()
}

#[test]
fn mutants_of_test_files() {
    let mut scores = Scores::new();
    for func in functions_of("refcount_verify") {
        if verify_refcounts(&func).is_ok() {
            judge(&func, &mut scores);
        }
    }
    for mut func in functions_of("refcount") {
        refcount::insert(&mut func).unwrap_or_else(|error| panic!("{error}"));
        judge(&func, &mut scores);
    }
    let mutants: usize = scores.values().map(|score| score.mutants).sum();
    assert!(mutants > 1000, "{scores:#?}");
}

#[test]
fn mutations_are_listed_in_order_and_change_what_they_say() {
    let func = text::parse_one(
        "fun f counted {
  bb 0 {
    v0:Object = TakeArg<0>
    v1:Object = LoadArg<1>
    Poll exit fs0 {v0 own}
    Incref v1
    BatchDecref v0 v1
    v2:ImmortalNoneType[None] = Const<None>
    Return v2
  }
  fs0 = frame \"f\" 1 [v0]
}
",
    )
    .unwrap();
    let names: Vec<String> = mutations(&func).iter().map(Mutation::to_string).collect();
    let expected = [
        "entry 0 at the exit of inst2 is ref",
        "entry 0 at the exit of inst2 is raw",
        "entry 0 at the exit of inst2 left out",
        "entry 0 at the exit of inst2 twice",
        "inst3 left out",
        "inst3 twice",
        "inst3 one up",
        "inst3 one down",
        "operand 0 of inst3 is v0",
        "inst4 left out",
        "inst4 twice",
        "inst4 one up",
        "inst4 one down",
        "operand 0 of inst4 is v1",
        "operand 0 of inst4 left out",
        "operand 1 of inst4 is v0",
        "operand 1 of inst4 left out",
    ];
    assert_eq!(names, expected);
    let mutants: Vec<String> = mutations(&func).iter().map(|mutation| mutate(&func, mutation).to_string()).collect();
    let original = func.to_string();
    for (name, mutant) in names.iter().zip(&mutants) {
        assert_ne!(mutant, &original, "{name}");
    }
    assert_eq!(mutants[4], original.replace("    Incref v1\n", ""));
    assert_eq!(mutants[5], original.replace("    Incref v1\n", "    Incref v1\n    Incref v1\n"));
    assert_eq!(mutants[7], mutants[11]);
    assert_eq!(mutants[13], original.replace("BatchDecref v0 v1", "BatchDecref v1 v1"));
    assert_eq!(mutants[0], original.replace("{v0 own}", "{v0 ref}"));
}
