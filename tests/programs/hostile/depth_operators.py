# An expression of two hundred thousand additions, and other long chains.
def attempt(name, source):
    try:
        value = eval(source)
    except (RecursionError, MemoryError, SyntaxError):
        value = None
    print(name, value is None or value == 1)


n = 20000
attempt("additions", "1" + "+0" * 200000)
attempt("minus", "-" * (2 * n) + "1")
attempt("not", "not " * (2 * n) + "0")
attempt("power", "1" + "**1" * n)
attempt("conditional", "1 if 1 else " * n + "0")
attempt("lambda", "(" + "lambda: " * n + "0) and 1")
attempt("and", "1" + " and 1" * n)
attempt("compare", "(1" + " <= 1" * n + ") + 0")
attempt("attribute", "1" + " .real" * n)
attempt("strings", "len(" + "'a' " * n + f") - {n - 1}")
