# Widths and precisions too large in formats.
def attempt(name, f):
    try:
        r = f()
        print(name, len(r))
    except (ValueError, MemoryError, OverflowError) as e:
        print(name, type(e).__name__)


attempt("format width", lambda: format(1, "99999999999999999999"))
attempt("format precision", lambda: format(1.0, ".99999999999999999999f"))
attempt("percent width", lambda: "%99999999999999999999d" % 1)
attempt("percent precision", lambda: "%.99999999999999999999f" % 1)
attempt("star", lambda: "%*d" % (2 ** 70, 1))
attempt("index", lambda: "{99999999999999999999}".format(1))
attempt("index 5", lambda: "{0[99999999999999999999]}".format([1]))
attempt("modest", lambda: format("x", ">10000"))
attempt("precision", lambda: format(1 / 3, ".200f"))
attempt("nested", lambda: "{:{}}".format("x", 50))
attempt("too nested", lambda: "{:{:{}}}".format("x", 5, 5))
attempt("round", lambda: str(round(1.5, 10 ** 9)))
attempt("round int", lambda: str(round(12345, -(10 ** 3))))
