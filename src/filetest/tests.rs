use super::*;

const TEXT: &str = "fun f {\n  bb 0 {\n    v0:Object = LoadArg<0>\n    Return v0\n  }\n}\n";

/// `TEXT` as the expected lines of `print`.
fn printed() -> String {
    TEXT.lines().map(|line| format!("; | {line}\n")).collect()
}

fn golden() -> String {
    format!(
        "; test: print\n; test: parse\n; a comment\n{TEXT}\n; expect: print\n{}; expect: parse\n; | ok\n",
        printed()
    )
}

#[test]
fn what_is_as_expected_passes() {
    check_text(&golden()).expect("it passes");
}

#[test]
fn blessing_writes_expectations_and_nothing_else() {
    let file = golden();
    let bare = text_of(&file);
    assert_eq!(bless_text(bare).expect("blessed"), file);
    assert_eq!(bless_text(&file).expect("blessed"), file, "it is as it would be");
    let wrong = file.replace("; | fun f {", "; | fun g {");
    assert!(check_text(&wrong).is_err());
    assert_eq!(bless_text(&wrong).expect("blessed"), file);
    let other_commands = file.replace("; test: parse\n", "");
    let blessed = bless_text(&other_commands).expect("blessed");
    assert!(blessed.ends_with("; | }\n"), "{blessed}");
    check_text(&blessed).expect("it passes");
}

#[test]
fn a_difference_is_shown_with_line_numbers() {
    let file = golden().replace("; |     Return v0", "; |     Return v1");
    let Err(Failure::Mismatch(text)) = check_text(&file) else { panic!("it should differ") };
    assert!(text.starts_with("print: expected -, got +\n"), "{text}");
    assert!(text.contains("   15 -     Return v1\n      +     Return v0\n   16     }\n"), "{text}");
    assert_eq!(file.lines().nth(14), Some("; |     Return v1"));
}

#[test]
fn a_file_without_its_parts_fails() {
    let failure = |file: &str| check_text(file).expect_err("it fails");
    let print = format!("; test: print\n{TEXT}");
    assert!(matches!(failure(TEXT), Failure::NoCommand));
    assert!(matches!(failure(&print), Failure::NoExpectation));
    assert!(matches!(failure(&format!("{print}; expect: print\n")), Failure::NoExpectation));
    let only_one = golden().replace("; test: parse\n", "");
    assert!(matches!(failure(&only_one), Failure::OtherCommands { .. }));
    assert!(matches!(failure(&format!("{}not output\n", golden())), Failure::BadExpectation(20)));
    assert!(matches!(failure(&format!("; test: parse\n{TEXT}; test: print\n")), Failure::LateCommand(8)));
    let unknown = golden().replace(": parse", ": sing");
    assert!(matches!(failure(&unknown), Failure::BadCommand { line: 2, .. }));
    assert!(matches!(bless_text(&unknown), Err(Failure::BadCommand { line: 2, .. })));
    assert!(matches!(bless_text(TEXT), Err(Failure::NoCommand)));
}

#[test]
fn errors_are_output_and_do_not_see_the_expectations() {
    // The string is not closed: without a cut it would run on.
    let file = "; test: parse\nfun f {\n  bb 0 {\n    v0:StrExact = Const<\"x\n";
    let blessed = bless_text(file).expect("blessed");
    assert!(blessed.contains("; expect: parse\n; | 4:25: the string does not end on its line\n"), "{blessed}");
    check_text(&blessed).expect("it passes");
    let unclosed = bless_text("; test: parse\nfun f {\n").expect("blessed");
    check_text(&unclosed).expect("it passes");
}

#[test]
fn files_are_found_below_a_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let found = files(&root).expect("the folder is there");
    assert!(found.is_sorted() && !found.is_empty());
    assert!(found.iter().all(|path| path.extension().is_some_and(|e| e == EXTENSION)));
}
