# Order of evaluation and exceptions in comprehensions.
def show(tag, v):
    print(tag, v)
    return v
print([show("elt", x) for x in show("iter", [1, 2, 3]) if show("cond", x) != 2])
print({show("key", x): show("value", x * 2) for x in (1, 2)})
print([(x, y) for x in show("outer", "ab") for y in show("inner", x * 2)])
try:
    [1 / x for x in (1, 0, 2)]
except ZeroDivisionError as error:
    print(error)
try:
    [x for x in None]
except TypeError as error:
    print(error)
try:
    {x: 1 for x in [[1]]}
except TypeError as error:
    print(error)
try:
    {x for x in [{}]}
except TypeError as error:
    print(error)
try:
    [a + b for a, b in [(1, 2), (3,)]]
except ValueError as error:
    print(error)
def f():
    for i in range(3):
        try:
            print([10 // (j - i) for j in range(3)])
        except ZeroDivisionError:
            print("zero", i)
        else:
            print("never")
    return [x for x in range(5) if x not in [y for y in range(3)]]
print(f())
class It:
    def __iter__(self):
        print("iter called")
        return iter("it")
print([c for c in It()], {c for c in It()} == {"i", "t"})
it = iter(range(10))
print([(a, next(it)) for a in it])
print([x for x in iter([1, 2, 3].pop, 1)])
