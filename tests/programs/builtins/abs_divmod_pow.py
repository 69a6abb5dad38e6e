# abs, divmod, pow.
print(abs(-5), abs(5), abs(-2.5), abs(-0.0), abs(True), abs(-10**20), abs(float("-inf")))
print(divmod(7, 3), divmod(-7, 3), divmod(7.5, 2), divmod(-7.5, 2), divmod(10**20, 7), divmod(True, 2), divmod(1, 0.3))
print(pow(2, 10), pow(2, -1), pow(2.5, 2), pow(3, 4, 5), pow(base=2, exp=3), pow(2, 3, mod=5), pow(0, 0), pow(-1, 0.0))
class A:
    def __abs__(self): return "abs!"
    def __divmod__(self, o): return ("divmod", o)
    def __rdivmod__(self, o): return ("rdivmod", o)
    def __pow__(self, e, m="no"): return ("pow", e, m)
print(abs(A()), divmod(A(), 1), divmod(1, A()), pow(A(), 2), pow(A(), 2, 3), A() ** 4)
for f in (lambda: abs("a"), lambda: abs(), lambda: divmod(1), lambda: divmod("a", 2), lambda: pow(1), lambda: pow("a", 2), lambda: pow(2, 3, "a"), lambda: divmod(1, 0), lambda: pow(A, 1)):
    try:
        print(f())
    except (TypeError, ZeroDivisionError) as error:
        print(type(error).__name__, error)
