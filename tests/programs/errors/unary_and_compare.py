# TypeError texts of unary operators and comparisons.
class C:
    pass


def show(f):
    try:
        f()
    except TypeError as e:
        print(e)


show(lambda: -"a")
show(lambda: +[])
show(lambda: ~1.5)
show(lambda: -None)
show(lambda: abs("a"))
show(lambda: round("a"))
show(lambda: 1 < "a")
show(lambda: "a" >= 1)
show(lambda: [] > ())
show(lambda: None <= None)
show(lambda: C() < C())
show(lambda: {} < {})
show(lambda: 1 in 5)
show(lambda: 1 in "a")
show(lambda: "a" not in 5)
show(lambda: sorted([1, "a"]))
show(lambda: max(1, "a"))
show(lambda: [1, 2] < [1, "a"])
