# bool and callable.
class T:
    def __bool__(self): return False
class L:
    def __len__(self): return 0
class C:
    def __call__(self): pass
print(bool(), bool(1), bool(T()), bool(L()), bool(C()), bool(""), bool("0"), bool([0]), bool(0.0), bool(-1), bool(None), bool(...), bool(NotImplementedError), bool(lambda: 0), bool(float("nan")), bool(range(0)), bool(10**100))
print(callable(len), callable(int), callable(C), callable(C()), callable(T()), callable(lambda: 0), callable(5), callable("a"), callable(None), callable([].append), callable(str.upper), callable(staticmethod(len)), callable(property()), callable(super), callable(type))
print([v for v in map(bool, (0, 1, "", "a"))], list(filter(None, [0, 1, "", "a", [], [1]])), sum(map(bool, "abc")))
for f in (lambda: bool(1, 2), lambda: callable(), lambda: bool(x=1)):
    try:
        print(f())
    except TypeError as error:
        print(error)
