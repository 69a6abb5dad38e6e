//! The example of a host prints what it should.

#[path = "../examples/host_hir.rs"]
mod host_hir;

const EXPECTED: &str = "\
1. 'total' is machine code; Tally put its reference counts in.
2. a loop over small integers: ('total', 42)
3. a guard fails, and the host goes on: ('total', 1.5)
4. a native raises: ValueError: -3 is negative
5. the caller's mistake: TypeError: total takes 2 arguments, 0 given
6. a typed call: 42.0
7. compiled in the background: 'double'
";

#[test]
fn every_step() {
    let mut out = Vec::new();
    host_hir::run(&mut out).expect("the example runs");
    let text = String::from_utf8(out).expect("text");
    assert!(text.starts_with(EXPECTED), "{text}");
    assert!(text.contains("\n8. ") && text.contains("\n9. ") && text.contains("[invalid]"), "{text}");
    assert!(text.ends_with("\n10. objects left: 0\n"), "{text}");
    host_hir::main().expect("the example runs");
}
