# TypeError texts of every binary operator.
class C:
    pass


def show(f):
    try:
        f()
    except TypeError as e:
        print(e)


show(lambda: 1 + "a")
show(lambda: "a" + 1)
show(lambda: [1] + (2,))
show(lambda: (1,) + [2])
show(lambda: b"a" + "a")
show(lambda: None - 1)
show(lambda: "a" * "b")
show(lambda: 1 @ 2)
show(lambda: {} / 2)
show(lambda: C() // 2)
show(lambda: "x" ** 2)
show(lambda: pow(2, "x"))
show(lambda: [] % 2)
show(lambda: divmod(1, "a"))
show(lambda: 1 << 1.5)
show(lambda: 1 >> "a")
show(lambda: {1} & [1])
show(lambda: [1] | {1})
show(lambda: 1.0 ^ 1)
show(lambda: {} | [])
show(lambda: [] - [])
show(lambda: [1] * 1.5)
