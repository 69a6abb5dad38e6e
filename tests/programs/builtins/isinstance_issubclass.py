# isinstance, issubclass, type.
class A: pass
class B(A): pass
class C: pass
print(isinstance(B(), A), isinstance(A(), B), isinstance(B(), (C, A)), isinstance(1, int), isinstance(True, int), isinstance(1, bool), isinstance(1.0, (int, float)), isinstance("a", object), isinstance(None, type(None)), isinstance(A, type), isinstance(1, ((str,), (int,))), isinstance(1, ()), isinstance(1, int | str))
print(issubclass(B, A), issubclass(A, B), issubclass(B, B), issubclass(B, object), issubclass(bool, int), issubclass(int, (str, float)), issubclass(KeyError, LookupError), issubclass(B, ()), issubclass(type, object), issubclass(object, type))
print(type(1), type("a"), type(None), type(A()), type(A), type(type), type([]), type(len), type(lambda: 0), type(1 .__add__), type(iter([])), type(...), type(NotImplemented), type(range(1)), type(slice(1)), type(x for x in ()), type(ValueError()), type({}.keys()), type(b""), type(1.5), type(True), type({1}), type(frozenset()), type(super), type(property()))
print(type(1) is int, type(True) == int, type(B()) is B, type(B()) == A, type(1) in (int, str))
for f in (lambda: isinstance(1, "int"), lambda: isinstance(1, [int]), lambda: issubclass(1, int), lambda: issubclass(int, 5), lambda: isinstance(1), lambda: isinstance(1, (int, "x")), lambda: isinstance("a", (int, "x")), lambda: isinstance(1, None)):
    try:
        print(f())
    except TypeError as error:
        print(error)
