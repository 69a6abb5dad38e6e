# Truth of all kinds of values in if, while, and, or, not.
class T:
    def __bool__(self):
        print("bool")
        return False
class L:
    def __len__(self):
        print("len")
        return 2
class Both:
    def __bool__(self):
        return True
    def __len__(self):
        return 0
values = [0, 1, 0.0, -1.5, "", "a", [], [0], (), {}, {1: 1}, set(), None, range(0), range(1), b"", b"x", T(), L(), Both(), object, print]
print(["t" if v else "f" for v in values])
for v in values[:6]:
    if not v:
        print("not", repr(v))
    elif v == 1:
        print("one")
    else:
        print("other", v)
print(0 or "a", 1 and "b", "" or [] or 0, 1 and 2 and 3, 0 and 1 / 0, 1 or 1 / 0, None or {}, not "" and "x", [] and 1)
if T() or L():
    print("yes")
if T() and L():
    print("no")
print((T() or 5), type(L() and 6).__name__)
class BadBool:
    def __bool__(self):
        return 1
class BadLen:
    def __len__(self):
        return -1
class BadLen2:
    def __len__(self):
        return "x"
for bad in (BadBool(), BadLen(), BadLen2()):
    try:
        if bad:
            print("?")
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
