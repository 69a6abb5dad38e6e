# return, break and continue inside finally and through it.
def a():
    try:
        return "try"
    finally:
        print("finally runs")
def c():
    x = 1
    try:
        return x
    finally:
        x = 2
def e():
    for i in range(3):
        try:
            if i == 1:
                continue
            print("body", i)
        finally:
            print("finally", i)
    return "done"
def f():
    for i in range(3):
        try:
            if i == 1:
                break
        finally:
            print("finally", i)
    return i
def g():
    try:
        try:
            return "inner"
        finally:
            print("first")
    finally:
        print("second")
def h():
    while True:
        try:
            try:
                raise ValueError
            except ValueError:
                break
            finally:
                print("h finally")
        finally:
            print("outer finally")
    return "after"
def k():
    for x in "ab":
        try:
            return x
        finally:
            print("leaving", x)
def m():
    try:
        raise ValueError("one")
    except ValueError:
        return "from except"
    finally:
        print("m finally")
print(a(), c(), e(), f(), g(), h(), k(), m())
