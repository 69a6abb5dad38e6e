# Deeply nested blocks, functions and classes in source text.
def attempt(name, lines):
    try:
        exec("\n".join(lines), {})
        kind = "ran"
    except (SyntaxError, RecursionError, MemoryError):
        kind = "refused"
    print(name, kind)


def nest(head, depth):
    return [" " * i + head for i in range(depth)] + [" " * depth + "pass"]


attempt("if 10", nest("if 1:", 10))
attempt("for 10", nest("for x in 1,:", 10))
attempt("if 2000", nest("if 1:", 2000))
attempt("for 50", nest("for x in 1,:", 50))
attempt("def 30", nest("def f():", 30))
attempt("class 30", nest("class A:", 30))
attempt("def 2000", nest("def f():", 2000))
attempt("elif 3000", ["if 0: pass"] + ["elif 0: pass"] * 3000)
