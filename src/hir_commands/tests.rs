use super::*;

const TEXT: &str = "\
fun \"a \\\"b\\\"\" {
  bb 0 {
    v0:Object = LoadArg<0>
    CondBranchType<ListExact, 1, 2> v0
  }
  bb 1 {
    v1:StrExact[\"x\"] = Const<\"x\">
    Return v1
  }
  bb 2 {
    Return v0
  }
  bb 3 {
    Branch<2>
  }
}
";

#[test]
fn words_are_commands() {
    assert_eq!(Command::parse(&["print"]), Ok(Command::Print));
    assert_eq!(Command::parse(&[]), Err(BadCommand::Missing));
    assert_eq!(Command::parse(&["sing"]), Err(BadCommand::Unknown("sing".into())));
    assert_eq!(Command::parse(&["print", "--loud"]), Err(BadCommand::Option("--loud".into())));
    let run = |seed, runs| Ok(Command::Run { seed, runs });
    assert_eq!(Command::parse(&["run"]), run(0, 1));
    assert_eq!(Command::parse(&["run", "--seed", "7", "--runs=3"]), run(7, 3));
    assert_eq!(Command::parse(&["run", "--seed"]), Err(BadCommand::Number("--seed".into())));
    assert_eq!(Command::parse(&["run", "--runs", "many"]), Err(BadCommand::Number("--runs".into())));
    let optimise = |pass| Ok(Command::Optimise { pass });
    assert_eq!(Command::parse(&["optimise"]), optimise(None));
    assert_eq!(Command::parse(&["optimise", "--pass", "simplify"]), optimise(Some(Pass::Simplify)));
    assert_eq!(Command::parse(&["optimise", "--pass=dead-code"]), optimise(Some(Pass::DeadCode)));
    assert_eq!(Command::parse(&["optimise", "--pass=x"]), Err(BadCommand::Pass("x".into())));
    assert_eq!(Command::parse(&["optimise", "--pass"]), Err(BadCommand::Option("--pass".into())));
    assert_eq!(
        Command::parse(&["optimise", "--pass=x", "y"]).map_err(|error| error.to_string()),
        Err("unknown option 'y'".into())
    );
    assert_eq!(Command::parse(&["run", "7"]), Err(BadCommand::Option("7".into())));
}

#[test]
fn functions_are_printed_with_a_line_between() {
    let both = format!("{TEXT}; a comment\n{TEXT}");
    assert_eq!(Command::Print.execute(&both), Output { text: format!("{TEXT}\n{TEXT}"), errors: vec![] });
}

#[test]
fn a_parse_error_has_its_place() {
    let output = Command::Print.execute("fun f {\n  bb 0 {\n    Retrun v0\n");
    assert_eq!(output.text, "");
    assert!(output.errors[0].starts_with("3:5: "), "{output:?}");
    assert!(output.all().contains("\n  |     Retrun v0\n  |     ^\n"), "{}", output.all());
}

#[test]
fn dot_shows_edges_and_dominators() {
    let expected = r#"digraph "a \"b\"" {
  node [shape=box, fontname=monospace];
  bb0 [label="bb 0\lv0:Object = LoadArg<0>\lCondBranchType<ListExact, 1, 2> v0\l"];
  bb1 [label="bb 1\lv1:StrExact[\"x\"] = Const<\"x\">\lReturn v1\l"];
  bb2 [label="bb 2\lReturn v0\l"];
  bb3 [label="bb 3\lBranch<2>\l", style=dotted];
  bb0 -> bb1 [label=0];
  bb0 -> bb2 [label=1];
  bb3 -> bb2;
  bb0 -> bb1 [style=dashed, arrowhead=none, constraint=false];
  bb0 -> bb2 [style=dashed, arrowhead=none, constraint=false];
}
"#;
    assert_eq!(Command::Dot.execute(TEXT).text, expected);
}

#[test]
fn a_trap_is_an_error_with_its_place() {
    let unbalanced = "fun f counted {\n  bb 0 {\n    v0:Object = LoadArg<0>\n    Decref v0\n    Return v0\n  }\n}\n";
    let output = Command::Run { seed: 0, runs: 10 }.execute(unbalanced);
    assert_eq!(output.text, "");
    assert!(output.errors[0].starts_with("4:5: release of a reference"), "{output:?}");
    assert!(output.errors[0].ends_with("  |     Decref v0\n  |     ^"), "{output:?}");
}

#[test]
fn what_does_not_verify_is_not_run_and_gets_no_counts() {
    let invalid = "fun f {\n  bb 0 {\n    Return v1\n    v1:Object = LoadArg<0>\n  }\n}\n";
    for command in [Command::Check, Command::Refcount, Command::Run { seed: 0, runs: 1 }] {
        let output = command.execute(invalid);
        assert_eq!(output.text, "");
        assert!(output.errors.iter().any(|error| error.contains(": V2: ")), "{output:?}");
    }
}
