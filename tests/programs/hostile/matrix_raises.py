# Every callback raises: the containers stay whole.
class Bad:
    def __eq__(self, other):
        raise ArithmeticError("eq")

    def __hash__(self):
        if frozen:
            raise ArithmeticError("hash")
        return 3

    def __lt__(self, other):
        raise ArithmeticError("lt")

    def __index__(self):
        raise ArithmeticError("index")

    def __iter__(self):
        raise ArithmeticError("iter")

    def __len__(self):
        raise ArithmeticError("len")

    def __bool__(self):
        raise ArithmeticError("bool")

    def __repr__(self):
        raise ArithmeticError("repr")

    def __contains__(self, x):
        raise ArithmeticError("contains")

    def __call__(self, *args):
        raise ArithmeticError("call")

    def __getattr__(self, name):
        raise ArithmeticError("getattr")


frozen = False
bad = Bad()
l = [bad, Bad()]
d = {bad: 1, 2: bad}
frozen = True
operations = [lambda: l == [Bad()], lambda: l.index(5), lambda: l.remove(7), lambda: l.sort(),
              lambda: sorted([1, 2], key=bad), lambda: l[bad], lambda: l.extend(bad),
              lambda: l.insert(bad, 1), lambda: d[bad], lambda: {bad}, lambda: {bad: 1},
              lambda: repr(l), lambda: f"{d}", lambda: len(bad), lambda: not bad, lambda: 1 in bad,
              lambda: bad(), lambda: bad.x, lambda: [*bad], lambda: list(map(bad, [1])), lambda: min([1], key=bad),
              lambda: l * bad, lambda: [x for x in bad], lambda: (bad if bad else 1), lambda: "a".join(bad),
              lambda: all(l), lambda: d == {2: Bad(), 3: 4}, lambda: range(bad), lambda: bytes(bad),
              lambda: "%d" % bad, lambda: sum(l, bad), lambda: l.__setitem__(slice(0, 1), bad), lambda: (bad, 1) < (Bad(), 2)]
for operation in operations:
    try:
        operation()
        print("no error")
    except ArithmeticError as e:
        print(e, end=" ")
    except TypeError as e:
        print("TypeError", end=" ")
print()
print(len(l), len(d), l[0] is bad)
