//! Programs of the example language, whose functions all run as machine code.

#[path = "../examples/lisp/compile.rs"]
mod compile;
#[path = "../examples/lisp/lisp.rs"]
mod lisp;
#[path = "../examples/lisp/read.rs"]
mod read;

/// Runs a program and compares what it prints; no object may be left.
#[track_caller]
fn check(source: &str, expected: &str) {
    let (output, left) = lisp::run(source).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(output, expected);
    assert_eq!(left, 0, "objects are left");
}

/// The error of a program that cannot be compiled.
#[track_caller]
fn refused(source: &str) -> String {
    lisp::run(source).expect_err("an error").to_string()
}

#[test]
fn factorial_grows_past_small_integers() {
    check(
        "(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))
         (print (fact 5)) (print (fact 25))",
        "120\n15511210043330985984000000\n",
    );
}

#[test]
fn lists() {
    check(
        "(define map (lambda (f l) (if (null? l) nil (cons (f (car l)) (map f (cdr l))))))
         (define filter (lambda (f l)
           (if (null? l) nil
             (if (f (car l)) (cons (car l) (filter f (cdr l))) (filter f (cdr l))))))
         (print (map (lambda (x) (* x x)) (list 1 2 3 4)))
         (print (filter (lambda (x) (< x 3)) (list 5 1 4 2)))
         (print (cons 1 2)) (print (list)) (print (list \"a\" (list true nil)))",
        "(1 4 9 16)\n(1 2)\n(1 . 2)\n()\n(a (True ()))\n",
    );
}

#[test]
fn a_closure_counts() {
    check(
        "(define counter (lambda (n) (lambda () (begin (set! n (+ n 1)) n))))
         (define one (counter 0)) (define ten (counter 10))
         (one) (one) (ten)
         (print (one)) (print (ten)) (print one)",
        "3\n12\n#<function>\n",
    );
}

#[test]
fn a_closure_that_holds_itself_is_freed() {
    check("(define f (lambda () (let ((g nil)) (begin (set! g (lambda () g)) (g))))) (print (f))", "#<function>\n");
}

#[test]
fn a_million_tail_calls() {
    check(
        "(define loop (lambda (n sum) (if (= n 0) sum (loop (- n 1) (+ sum n)))))
         (print (loop 1000000 0))",
        "500000500000\n",
    );
    check(
        "(define even (lambda (n) (if (= n 0) true (odd (- n 1)))))
         (define odd (lambda (n) (if (= n 0) false (even (- n 1)))))
         (print (even 100001))",
        "False\n",
    );
}

#[test]
fn a_loop_without_calls() {
    check(
        "(define sum (lambda (n) (let loop ((i 0) (sum 0)) (if (< i n) (loop (+ i 1) (+ sum i)) sum))))
         (print (sum 1000000))",
        "499999500000\n",
    );
}

#[test]
fn small_integers_overflow() {
    let top = (1i64 << 62) - 1;
    // At the end of a function by its exit, elsewhere in machine code.
    check(
        &format!("(define next (lambda (n) (+ n 1))) (print (next {top})) (print (next 1))"),
        "4611686018427387904\n2\n",
    );
    check(&format!("(print (- (+ {top} 1) 1)) (print (+ \"a\" \"b\"))"), "4611686018427387903\nab\n");
}

#[test]
fn errors() {
    check("(print 1) (print nothing) (print 2)", "1\nNameError: nothing is not defined\n");
    check("(print (car 5))", "TypeError: 5 is not a pair\n");
    check("(define f (lambda (x) x)) (f 1 2)", "TypeError: lambda takes 1 arguments, not 2\n");
    check("(define f (lambda (x) (+ 1 (5 x)))) (f 1)", "TypeError: 5 is not a function\n");
    check("(print (+ 1 nil))", "TypeError: unsupported operand type(s) for +: 'int' and 'NoneType'\n");
    check("(define f (lambda (x) (+ 1 (f x)))) (f (list 1))", "RecursionError: maximum recursion depth exceeded\n");
    assert_eq!(refused("(print (if 1))"), "a malformed 'if'");
    assert_eq!(refused("(print (let loop ((i 0)) (loop i)))"), "a loop stands at a function's end");
    assert_eq!(
        refused("(let loop ((i 0)) (print (loop i)))"),
        "a loop is called at its end, with a value for each variable"
    );
    assert_eq!(refused("(print 1"), "'(' without ')'");
    assert_eq!(refused("(print 1))"), "line 1: ')' without '('");
}
