# all and any stop early.
def show(values):
    for v in values:
        print("yield", v)
        yield v
print(all([]), any([]), all([1, "a", [0]]), any([0, "", None]), all((1, 0, 1 / 1)), any({0: 1}), all("ab"), any(range(1)), all({}))
print(all(show([1, 0, 2])))
print(any(show([0, 3, 4])))
print(all(x > 0 for x in (1, 2)), any(x > 5 for x in (1, 2)), all([[]]), any([[]]), any([[[]]]))
class B:
    def __bool__(self):
        raise ValueError("bool")
for f in (lambda: all([1, B()]), lambda: any([0, B()]), lambda: any([1, B()]), lambda: all(5), lambda: any(), lambda: all([0, B()]), lambda: all(1, 2)):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
