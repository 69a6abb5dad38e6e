//! The translation of bytecode into HIR: every body of the repository's programs goes through every oracle, in both worlds, with and
//! without feedback, which may be garbage.

use hir::{Function, World};
use lang::bytecode::{CodeKind, CodeProto, Const};
use lang::hir_build::feedback::SiteHint;
use lang::hir_build::{BuildOptions, Feedback, build};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const WORLDS: [World; 2] = [World::Quiet, World::Observing];

/// The Python files below `dir`, in order.
fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut entries: Vec<PathBuf> = entries.map(|e| e.expect("readable").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "py") {
            found.push(path);
        }
    }
}

/// The bodies of all programs that compile.
fn bodies() -> Vec<(String, Arc<CodeProto>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    for dir in ["tests/programs", "benches/programs", "lang/src/modules/py"] {
        files(&root.join(dir), &mut paths);
    }
    assert!(paths.len() > 100, "the programs are not where they were");
    let mut all = Vec::new();
    for path in paths {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let name: Arc<str> = path.display().to_string().into();
        if let Ok(compiled) = lang::compile(&text, &name, CodeKind::Module) {
            collect(&name, &compiled.proto, &mut all);
        }
    }
    all
}

/// `code` and the bodies in it.
fn collect(file: &str, code: &Arc<CodeProto>, all: &mut Vec<(String, Arc<CodeProto>)>) {
    all.push((format!("{file}: {}", code.qualname), code.clone()));
    for constant in &code.consts {
        if let Const::Code(code) = constant {
            collect(file, code, all);
        }
    }
}

/// A generator of numbers that look random.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u32
    }
}

/// Feedback that means nothing.
fn garbage(code: &CodeProto, random: &mut Random) -> Feedback {
    let words = code.code.iter().map(|_| [1, 2, 4, 3, random.next()][random.next() as usize % 5]).collect();
    let mut site = |_| {
        let (shape, slot, to) = (random.next() % 1000, random.next() % 10, random.next());
        match random.next() % 5 {
            0 => SiteHint::None,
            1 => SiteHint::Slot { shape, slot },
            2 => SiteHint::AddSlot { from: shape, to, slot },
            3 => SiteHint::Global,
            _ => SiteHint::Builtin,
        }
    };
    let sites = (0..code.nsites).map(&mut site).collect();
    Feedback { words, sites }
}

/// Everything that must hold of a translation. The checked interpreter runs it under a few seeds from `seed` up.
fn check(what: &str, func: &Function, seed: u64) {
    let text = func.to_string();
    let fail = |step: &str, error: String| -> ! { panic!("{what}: {step}: {error}\n{text}") };
    if let Err(errors) = hir::verify::verify(func) {
        fail("verifier", errors[0].to_string());
    }
    assert!(!text.contains("empty-register"), "{what}: an operand has been forgotten\n{text}");
    let parsed = hir::text::parse_one(&text).unwrap_or_else(|e| fail("parsing what was printed", e.to_string()));
    assert_eq!(parsed.to_string(), text, "{what}: another text after parsing");
    let mut counted = func.clone();
    hir::refcount::insert(&mut counted).unwrap_or_else(|e| fail("insertion", e.to_string()));
    if let Err(errors) = hir::verify::verify(&counted) {
        fail("verifier, counted", format!("{}\n{counted}", errors[0]));
    }
    if let Err(errors) = hir::verify_refcounts(&counted) {
        fail("reference counts", format!("{}\n{counted}", errors[0]));
    }
    for func in [func, &counted] {
        let result = hir::interp::run_all(func, seed..seed + 3);
        result.unwrap_or_else(|(seed, trap)| fail("checked interpreter", format!("seed {seed}: {trap}\n{counted}")));
    }
    if let Err(difference) = hir::interp::compare(func, &counted, seed..seed + 2) {
        fail("insertion changes what happens", format!("{difference}\n{counted}"));
    }
}

fn check_all(feedback: impl Fn(&CodeProto) -> Option<Feedback>) {
    let (mut built, mut bailouts) = (0, BTreeMap::<&str, u64>::new());
    for (what, code) in bodies() {
        let feedback = feedback(&code);
        for world in WORLDS {
            let options = BuildOptions { world, feedback: feedback.as_ref(), ..BuildOptions::default() };
            match build(&code, &options) {
                Ok(func) => {
                    built += 1;
                    check(&what, &func, 3 * built);
                }
                Err(bailout) => *bailouts.entry(bailout.name()).or_default() += 1,
            }
        }
    }
    println!("built {built}, not built {bailouts:?}");
    let others: u64 = bailouts.iter().filter(|(name, _)| **name != "generator").map(|(_, count)| count).sum();
    assert!(others * 100 <= built, "too many bodies are not translated: {bailouts:?}");
}

#[test]
fn every_body_is_translated_and_passes_every_oracle() {
    check_all(|_| None);
}

#[test]
fn feedback_that_means_nothing_still_gives_valid_functions() {
    let random = std::cell::RefCell::new(Random(7));
    check_all(|code| Some(garbage(code, &mut random.borrow_mut())));
}

/// Runs a program and gives what was seen in body `name`.
fn seen(source: &str, name: &str) -> (Arc<CodeProto>, Feedback) {
    let file: Arc<str> = "seen.py".into();
    let proto = lang::compile(source, &file, CodeKind::Module).unwrap_or_else(|e| panic!("{}", e.message)).proto;
    let engine = lang::Engine::with_jit(&["seen.py".into()], ".", lang::jit::JitMode::Off).expect("an engine");
    engine.keep_feedback();
    assert_eq!(engine.run_program(&proto, None), lang::engine::Outcome::Exit(0));
    let all = engine.loaded_code();
    let found = all.into_iter().find(|loaded| &*loaded.proto.qualname == name).expect("the body was loaded");
    (found.proto, found.feedback)
}

#[test]
fn what_was_seen_is_guessed_again() {
    let (code, feedback) = seen(
        "class C:\n    def __init__(self):\n        self.x = 1\ndef f(c, d, n):\n    return c.x + d[n] + len(d)\nf(C(), [5], 0)\nf(C(), [5], 0)\ndel f\n",
        "f",
    );
    let func =
        build(&code, &BuildOptions { world: World::Quiet, feedback: Some(&feedback), ..BuildOptions::default() })
            .expect("translated");
    check("f", &func, 0);
    let text = func.to_string();
    for op in ["GuardShape<", "LoadSlot<", "ListGet ", "SmallIntBinary<add>", "LoadGlobalCached<\"len\">"] {
        assert!(text.contains(op), "no {op} in\n{text}");
    }
}

/// Wrong counts in the programs' own functions: whatever the checked interpreter can tell from right ones, the verifier refuses.
#[test]
fn mutants_of_two_hundred_functions_are_refused() {
    let mut scores = hir::mutate::Scores::new();
    let small = |code: &CodeProto| code.kind == CodeKind::Function && (8..=60).contains(&code.code.len());
    let all: Vec<_> = bodies().into_iter().filter(|(_, code)| small(code)).collect();
    let step = (all.len() / 200).max(1);
    let mut functions = 0;
    for (number, (what, code)) in all.iter().step_by(step).take(200).enumerate() {
        let options = BuildOptions { world: WORLDS[number % 2], feedback: None, ..BuildOptions::default() };
        let mut func = build(code, &options).unwrap_or_else(|error| panic!("{what}: {error}"));
        hir::refcount::insert(&mut func).unwrap_or_else(|error| panic!("{what}: {error}"));
        let seeds = number as u64 % 5..number as u64 % 5 + 4;
        hir::mutate::judge(&func, seeds, &mut scores).unwrap_or_else(|escaped| panic!("{what}: {escaped}"));
        functions += 1;
    }
    println!("{functions} functions: {scores:?}");
    assert_eq!(functions, 200);
    let sum = |of: fn(&hir::mutate::Score) -> usize| scores.values().map(of).sum::<usize>();
    assert!(sum(|score| score.mutants) > 5_000 && sum(|score| score.trapped) > 1_000, "{scores:?}");
}
