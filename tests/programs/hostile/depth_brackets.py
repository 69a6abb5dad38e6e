# Thousands of nested brackets, calls and subscripts in source text.
def attempt(name, source):
    try:
        eval(source)
        kind = "value"
    except (RecursionError, MemoryError, SyntaxError):
        kind = "error"
    print(name, kind)


n = 5000
attempt("parentheses", "(" * n + "1" + ")" * n)
attempt("brackets", "[" * n + "]" * n)
attempt("braces", "{0:" * n + "1" + "}" * n)
attempt("calls", "abs(" * n + "1" + ")" * n)
attempt("open only", "(" * 100000)
attempt("closed only", ")" * 100000)
attempt("mixed", "([{" * n)
