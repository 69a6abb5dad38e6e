# format().
print(format(5), format(5, ""), format(5, "03d"), format(1.5, ".3f"), format("a", ">5"), format(None), format([1]), format(True), format(True, "d"), format(255, "#x"), format(1234567.5, ",.1f"), format("abc", ".2"), format(-1, "+"), format("é", "*^5"))
class F:
    def __format__(self, spec): return f"<{spec!r}>"
class P:
    def __str__(self): return "P"
print(format(F()), format(F(), "anything at all"), format(P()), format(P(), ""))
for f in (lambda: format(P(), "5"), lambda: format(1, 5), lambda: format(), lambda: format(1, "z!"), lambda: format("a", "d"), lambda: format([], "5"), lambda: format(1, "<<<"), lambda: format(1.5, "d"), lambda: format("s", "+"), lambda: format("s", "=5"), lambda: format("s", ","), lambda: format(5, "10000000000000000000000d")):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
