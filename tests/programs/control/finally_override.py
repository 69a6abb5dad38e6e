# A return, break or continue in a finally block swallows what was under way.
def b():
    try:
        return "try"
    finally:
        return "finally"
def d():
    try:
        raise ValueError("lost")
    finally:
        return "swallowed"
def f():
    for i in range(3):
        try:
            return i
        finally:
            continue
    return "loop ended"
def g():
    while True:
        try:
            raise KeyError("gone")
        finally:
            break
    return "after break"
def h():
    try:
        return "value"
    finally:
        try:
            1 / 0
        except ZeroDivisionError:
            print("handled in finally")
def j():
    try:
        raise ValueError("first")
    finally:
        raise KeyError("second")
print(b(), d(), f(), g(), h())
try:
    j()
except KeyError as error:
    print(error, repr(error.__context__))
