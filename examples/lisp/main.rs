//! A second tiny language on Tally's HIR and machine code: a Lisp with closures, lists, big integers and tail calls.
//!
//! `cargo run --example lisp` runs a short program, `cargo run --example lisp FILE` one of yours. Everything is made with the public interface of
//! `tally::hir`, `tally::jit` and `tally::runtime`, and without unsafe code: `read.rs` reads, `compile.rs` builds HIR, `lisp.rs` is the language at
//! run time. `tests/lisp.rs` has programs.

mod compile;
mod lisp;
mod read;

const PROGRAM: &str = "
(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))
(print (fact 25))
(define map (lambda (f l) (if (null? l) nil (cons (f (car l)) (map f (cdr l))))))
(print (map (lambda (x) (* x x)) (list 1 2 3 4)))
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let source = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => PROGRAM.into(),
    };
    let (output, left) = lisp::run(&source)?;
    print!("{output}");
    (left == 0).then_some(()).ok_or_else(|| format!("{left} objects are left").into())
}
