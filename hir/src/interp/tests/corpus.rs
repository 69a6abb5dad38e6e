//! Functions from the test files: what the refcount verifier accepts never traps.

use super::super::*;
use crate::verify_refcounts;
use std::path::Path;

/// Every function in the files of a directory of `tests/filetests`.
fn corpus(directory: &str) -> Vec<(String, Function)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/filetests").join(directory);
    let entries = std::fs::read_dir(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut functions = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        functions.extend(crate::text::parse(&text).unwrap().into_iter().map(|func| (stem.clone(), func)));
    }
    functions
}

#[test]
fn verified_functions_do_not_trap() {
    let (mut accepted, mut trapped) = (0, 0);
    for (name, func) in corpus("refcount_verify") {
        let verified = verify_refcounts(&func).is_ok();
        let result = run_all(&func, 0..100);
        // Whether `Unreachable` is reached, and whether a type is what it is said to be, is not for the verifier to say.
        let trap =
            result.err().filter(|(_, trap)| !matches!(trap.kind, TrapKind::Unreachable | TrapKind::TypeViolation));
        accepted += usize::from(verified);
        trapped += usize::from(trap.is_some());
        if let (true, Some((seed, trap))) = (verified, trap) {
            panic!("{name}, seed {seed}: {trap}\n{func}");
        }
    }
    // Of the broken ones most show: the others break a rule about what the function says of itself.
    assert!(accepted >= 10, "{accepted} accepted");
    assert!(trapped >= 25, "{trapped} trapped");
}
