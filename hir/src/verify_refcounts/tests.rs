//! Every rule with functions that break it and functions that keep it, from `tests/filetests/refcount_verify`.

use super::{MAX_ERRORS, Problem, verify_refcounts};
use crate::{Claim, ClaimState, Function, InstId, Memory, RefKind, ValueId};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The files of the directory: name without ending, and the functions.
fn files(directory: &str) -> Vec<(String, Vec<Function>)> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "tests", "filetests", directory].iter().collect();
    let mut files: Vec<_> = std::fs::read_dir(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .map(|entry| entry.expect("a directory entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "hir"))
        .collect();
    files.sort();
    files
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).expect("a readable file");
            let functions = crate::text::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), functions)
        })
        .collect()
}

/// The rule in a name such as `r07_borrowed_returned`.
fn rule_in(name: &str) -> Option<u8> {
    name.strip_prefix('r')?.get(..2)?.parse().ok()
}

#[test]
fn each_file_breaks_its_rule_and_no_other() {
    let mut wrong = Vec::new();
    for (name, functions) in files("refcount_verify") {
        for func in &functions {
            let broken = verify_refcounts(func).err().unwrap_or_default();
            let rules: BTreeSet<u8> = broken.iter().map(|error| error.problem.rule()).collect();
            if rules != rule_in(&name).into_iter().collect() {
                wrong.push(format!("{name}: {:?}", broken.iter().map(ToString::to_string).collect::<Vec<_>>()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_rule_is_broken_and_kept_by_a_file() {
    let names: Vec<String> = files("refcount_verify").into_iter().map(|file| file.0).collect();
    let broken: BTreeSet<u8> = names.iter().filter_map(|name| rule_in(name)).collect();
    let kept: BTreeSet<u8> = names.iter().filter_map(|name| rule_in(name.strip_prefix("ok_")?)).collect();
    let all: BTreeSet<u8> = Problem::RULES.collect();
    assert_eq!(broken, all);
    assert_eq!(kept, all);
}

/// A generator of small numbers, the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

fn random_claim(numbers: &mut Numbers, values: &[ValueId]) -> Claim {
    let copies = (0..numbers.below(3)).map(|_| numbers.pick(values)).collect();
    let state = match numbers.below(3) {
        0 => ClaimState::Uncounted,
        1 => ClaimState::Owned,
        _ => ClaimState::Borrowed {
            memory: numbers.pick(&[Memory::NONE, Memory::LIST_ITEMS, Memory::ALL]),
            owners: (0..numbers.below(3)).map(|_| numbers.pick(values)).collect(),
        },
    };
    Claim { copies, state }
}

/// Claims and exits are not checked by anything else, so they may say anything, of removed and foreign values, too.
#[test]
fn takes_any_claims_and_exits() {
    let mut numbers = Numbers(1);
    let foreign = files("refcount_verify").swap_remove(0).1.swap_remove(0);
    let mut accepted = 0;
    for (_, functions) in files("refcount_verify") {
        for mut func in functions {
            let mut values: Vec<ValueId> = (0..func.value_bound()).filter_map(|index| func.value_at(index)).collect();
            values.extend((0..foreign.value_bound()).filter_map(|index| foreign.value_at(index)));
            let removed = crate::InstData::new(crate::Opcode::Assign, &values[..1]);
            let entry = func.entry().expect("an entry");
            let inst = func.append_inst(entry, removed, &[crate::Type::OBJECT]);
            values.push(func.result(inst));
            func.remove_inst(inst);
            for _ in 0..50 {
                let mut mutant = func.clone();
                let blocks: Vec<_> = mutant.blocks().collect();
                let block = numbers.pick(&blocks);
                let mut claims = mutant.claims(block).to_vec();
                claims.insert(numbers.below(claims.len() + 1), random_claim(&mut numbers, &values));
                claims.truncate(1 + numbers.below(claims.len()));
                mutant.set_claims(block, claims);
                let insts: Vec<InstId> =
                    mutant.insts(block).filter(|&inst| mutant.inst(inst).frame.is_some()).collect();
                for inst in insts {
                    let kind = numbers.pick(&[RefKind::Owned, RefKind::Borrowed, RefKind::Raw]);
                    let entry = (numbers.pick(&values), kind);
                    mutant.inst_mut(inst).exit_refs.push(entry);
                }
                accepted += usize::from(verify_refcounts(&mutant).is_ok());
            }
        }
    }
    assert!(accepted < 1000, "hardly any of them can be right, but {accepted} were accepted");
}

/// The errors are bounded, however many there are.
#[test]
fn collects_no_more_errors_than_it_says() {
    let uses: String = (0..300).map(|index| format!("v{}:CBool = Is v0 v0\n", index + 1)).collect();
    let text = format!("fun f counted {{\n bb 0 {{\n v0:Object = TakeArg<0>\n Decref v0\n {uses} Return v1\n }}\n}}\n");
    let func = crate::text::parse(&text).expect("text that parses").swap_remove(0);
    assert_eq!(verify_refcounts(&func).expect_err("uses after the release").len(), MAX_ERRORS);
}

/// The functions of the insertion's golden files, with reference counts.
fn inserted() -> Vec<(String, Function)> {
    let mut result = Vec::new();
    for (name, functions) in files("refcount") {
        for mut func in functions {
            crate::refcount::insert(&mut func).unwrap_or_else(|error| panic!("{name}: {error}"));
            result.push((name.clone(), func));
        }
    }
    result
}

#[test]
fn accepts_what_insertion_makes() {
    for (name, func) in inserted() {
        if let Err(errors) = verify_refcounts(&func) {
            panic!("{name}: {}\n{func}", errors[0]);
        }
    }
}

/// Every operation is needed, once, and where it stands among the others of its value: a release before another use is seen.
#[test]
fn rejects_an_operation_more_or_less() {
    let mut mutants = 0;
    for (name, func) in inserted() {
        let operations: Vec<InstId> = func
            .blocks()
            .flat_map(|block| func.insts(block))
            .filter(|&inst| func.inst(inst).op.is_counting())
            .collect();
        for inst in operations {
            let mut fewer = func.clone();
            fewer.remove_inst(inst);
            assert!(verify_refcounts(&fewer).is_err(), "{name}: {inst} removed\n{func}");
            let mut more = func.clone();
            let copy = func.inst(inst).clone();
            more.insert_inst_before(inst, copy, &[]);
            assert!(verify_refcounts(&more).is_err(), "{name}: {inst} twice\n{func}");
            mutants += 2;
        }
    }
    assert!(mutants > 100, "{mutants} mutants");
}

/// Files with exits at which some value is certainly missing or a small integer, so that it does not matter how it is listed.
const WITHOUT_COUNT: [&str; 4] =
    ["borrow_becomes_missing", "borrow_becomes_small_int", "death_maybe_missing", "kind_guarded_constant"];

/// Every entry of an exit is needed, and as it is.
#[test]
fn rejects_other_exits() {
    let mut kept = Vec::new();
    for (name, func) in inserted().into_iter().filter(|(name, _)| !WITHOUT_COUNT.contains(&name.as_str())) {
        for inst in func.blocks().flat_map(|block| func.insts(block)) {
            for index in 0..func.inst(inst).exit_refs.len() {
                let (value, kind) = func.inst(inst).exit_refs[index];
                let mut changes: Vec<Option<RefKind>> = vec![None];
                let counted = func.ty(value).is_counted();
                let others = [RefKind::Owned, RefKind::Borrowed, RefKind::Raw].map(Some);
                changes.extend(others.into_iter().filter(|&other| counted && other != Some(kind)));
                for change in changes {
                    let mut mutant = func.clone();
                    let refs = &mut mutant.inst_mut(inst).exit_refs;
                    match change {
                        Some(kind) => refs[index].1 = kind,
                        None => drop(refs.remove(index)),
                    }
                    if verify_refcounts(&mutant).is_ok() {
                        kept.push(format!("{name}: {value} {} to {change:?}", kind.name()));
                    }
                }
            }
        }
    }
    assert_eq!(kept, Vec::<String>::new());
}
