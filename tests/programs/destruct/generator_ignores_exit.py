# A generator that yields while it is closed.
def gen():
    try:
        yield 1
    except GeneratorExit:
        print("ignoring")
        yield 2
    print("goes on to its end")


g = gen()
next(g)
try:
    g.close()
except RuntimeError as e:
    print("RuntimeError", e)
print(next(g, "ended"))


def returns():
    try:
        yield 1
    except GeneratorExit:
        print("returning")
        return 5


g = returns()
next(g)
print(g.close())


def raises():
    try:
        yield 1
    finally:
        raise KeyError("from finally")


g = raises()
next(g)
try:
    g.close()
except KeyError as e:
    print("KeyError", e, repr(e.__context__))
