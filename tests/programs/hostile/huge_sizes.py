# Repetitions and paddings too large for any memory.
def attempt(name, f):
    try:
        f()
        print(name, "worked")
    except (MemoryError, OverflowError) as e:
        print(name, type(e).__name__)


n = 2 ** 62
attempt("tuple", lambda: (1,) * 10 ** 15)
attempt("tuple huge", lambda: (1,) * n)
attempt("list", lambda: [1, 2] * n)
attempt("str", lambda: "ab" * n)
attempt("bytes", lambda: b"ab" * n)
attempt("str beyond", lambda: "a" * 2 ** 64)
attempt("list beyond", lambda: [1] * 2 ** 64)
attempt("ljust", lambda: "x".ljust(n))
attempt("center", lambda: "x".center(n))
attempt("zfill", lambda: "x".zfill(n))
attempt("rjust beyond", lambda: "x".rjust(2 ** 64))
attempt("bytes()", lambda: bytes(n))
attempt("bytes() beyond", lambda: bytes(2 ** 64))
attempt("list of range", lambda: list(range(n)))
attempt("negative", lambda: "a" * -n)
attempt("negative beyond", lambda: [1] * -(2 ** 70))
attempt("zero times huge", lambda: () * n)
