//! What is said about wrong programs, against what CPython 3.14 says; see `syntax/record.py`.

use lang::front::parse::parse;
use lang::front::with_front_end_stack;
use std::sync::Arc;

fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match rest.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('u') => {
                let digits: String = rest.by_ref().skip(1).take_while(|&c| c != '}').collect();
                let code = u32::from_str_radix(&digits, 16).expect("hexadecimal digits");
                out.push(char::from_u32(code).expect("a character"));
            }
            other => out.extend(other),
        }
    }
    out
}

/// The rows of a table, unescaped.
fn rows(table: &str) -> Vec<Vec<String>> {
    table.lines().map(|line| line.split('\t').map(unescape).collect()).collect()
}

/// What Tally says, in the columns of `corpus.txt`.
fn verdict(program: &str, filename: &Arc<str>) -> Vec<String> {
    match parse(program, filename) {
        Ok(parsed) => {
            let warnings = parsed.warnings.iter().map(|w| format!("{}:{}", w.line, w.message));
            let mut columns = vec!["OK".to_owned(), warnings.collect::<Vec<_>>().join("|")];
            columns.extend(["0"; 4].map(str::to_owned));
            columns
        }
        Err(e) => vec![
            e.kind.name().to_owned(),
            e.message,
            e.line.to_string(),
            e.col.to_string(),
            e.end_line.to_string(),
            e.end_col.to_string(),
        ],
    }
}

fn check(table: &str, least: usize, mut differs: impl FnMut(&[String]) -> Option<String> + Send) {
    let rows = rows(table);
    let failed = with_front_end_stack(|| rows.iter().filter_map(|row| differs(row)).collect::<Vec<_>>());
    assert!(rows.len() >= least, "the table has only {} cases", rows.len());
    assert!(failed.is_empty(), "{} of {} differ:\n{}", failed.len(), rows.len(), failed.join("\n"));
}

fn difference(program: &str, expected: &str, got: &str) -> Option<String> {
    (expected != got).then(|| format!("{program:?}\n  CPython {expected}\n  Tally   {got}"))
}

#[test]
fn errors_are_cpythons() {
    let filename: Arc<str> = "<case>".into();
    check(include_str!("syntax/corpus.txt"), 250, |row| {
        let (expected, program) = (row[..6].join(" | "), &row[6]);
        difference(program, &expected, &verdict(program, &filename).join(" | "))
    });
}

#[test]
fn known_differences_are_as_stated() {
    let filename: Arc<str> = "<case>".into();
    check(include_str!("syntax/known_differences.txt"), 1, |row| {
        assert_ne!(row[0], row[1], "{:?} differs no more", row[2]);
        difference(&row[2], &row[0], &verdict(&row[2], &filename).join(" | "))
    });
}

#[test]
fn errors_print_as_cpythons() {
    let filename: Arc<str> = "case.py".into();
    check(include_str!("syntax/printed.txt"), 60, |row| {
        let got = parse(&row[1], &filename).err().map_or_else(String::new, |e| e.render());
        difference(&row[1], &row[0], &got)
    });
}

#[test]
fn unsupported_constructs_are_named() {
    let filename: Arc<str> = "<case>".into();
    check(include_str!("syntax/unsupported.txt"), 10, |row| {
        let program = &row[1];
        let error = parse(program, &filename).err()?;
        let place = format!("{}:{}-{}:{}", error.line, error.col, error.end_line, error.end_col);
        difference(program, &row[0], &format!("{place} {}", error.message))
    });
}

/// Programs that nest or chain very deeply: an answer, never a crash.
#[test]
fn depth_has_an_answer() {
    let filename: Arc<str> = "<case>".into();
    let deep = |piece: &str, end: &str| format!("{}{end}", piece.repeat(200_000));
    let chains = ["+1", "*1", " and 1", " or 1", "<1", ".a", "()", "[0]", "**1", " if 1 else 1", ", 1", "=1", "; 1"];
    let prefixes =
        ["-", "not ", "lambda:", "~", "(", "[", "{", "f(", "a[", "await ", "*", "- not ", "f'{", "lambda x=", "yield "];
    let chained = chains.iter().flat_map(|c| [format!("1{}", c.repeat(200_000)), format!("a{} $", c.repeat(30_000))]);
    let prefixed = prefixes.iter().map(|p| deep(p, "1"));
    let lines = ["@a\n", "a\n", "def f():\n pass\n", "if a:\n pass\n", "'a'\n"].map(|l| l.repeat(3_000) + "a b");
    let elif = format!("if 1: pass\n{}", "elif 1: pass\n".repeat(20_000));
    let blocks: String = (0..150).map(|n| format!("{}if 1:\n", " ".repeat(n))).collect();
    for program in chained.chain(prefixed).chain(lines).chain([elif, blocks]) {
        with_front_end_stack(|| drop(parse(&program, &filename)));
    }
}

#[test]
fn depth_is_refused_as_cpython_refuses_it() {
    let filename: Arc<str> = "<case>".into();
    let say = |program: String| with_front_end_stack(|| verdict(&program, &filename)[..2].join(": "));
    let overflow = "MemoryError: Parser stack overflowed - Python source too complex to parse";
    for prefix in ["-", "not ", "lambda:", "1**", "1 if 1 else "] {
        assert_eq!(say(format!("{}1", prefix.repeat(100_000))), overflow, "{prefix}");
    }
    assert_eq!(say("(".repeat(201)), "SyntaxError: too many nested parentheses");
    let f_strings: String = (0..200).map(|n| if n % 2 == 0 { "f'{" } else { "f\"{" }).collect();
    assert_eq!(say(f_strings), "SyntaxError: too many nested f-strings or t-strings");
    let blocks: String = (0..101).map(|n| format!("{}if 1:\n", " ".repeat(n))).collect();
    assert_eq!(say(format!("{blocks}{}x", " ".repeat(101))), "IndentationError: too many levels of indentation");
    assert_eq!(say(format!("1{}", "+1".repeat(200_000))), "OK: ");
}
