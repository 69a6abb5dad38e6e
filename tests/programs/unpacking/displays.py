# Star unpacking in displays and calls.
a = [1, 2]
d = {"x": 1}
print([*a, *a], (*a, 3), {*a, 3}, [*"ab", *range(2), *d], [*[], *()], (*(),), {**d, "y": 2, **{"x": 9}}, {**{}}, [*a][0])
def f(*args, **kw):
    return args, sorted(kw.items())
print(f(*a), f(*a, 3, *"x"), f(**d), f(1, *a, k=2, **d), f(*[], **{}), f(*a, *a, **d, **{"z": 0}), f(*(i for i in range(3))), f(*{"k": 1}), f(x=0, *a))
t = *a, 5
print(t)
for x in *a, 7:
    print(x, end=" ")
print()
def g():
    return *a, *a
def h():
    yield *a, 0
print(g(), list(h()))
class Mapping:
    def keys(self):
        return ["p", "q"]
    def __getitem__(self, key):
        return key * 2
print({**Mapping()}, f(**Mapping()), dict(Mapping()))
for bad in (lambda: [*5], lambda: {**5}, lambda: f(*5), lambda: f(**5), lambda: f(**{1: 2}), lambda: f(x=1, **d), lambda: {*[[]]}, lambda: f(*None), lambda: f(**[("a", 1)])):
    try:
        print(bad())
    except TypeError as error:
        print(str(error).replace(f.__qualname__, "f"))
print(print(*a, sep="-", end="!\n"), *a)
