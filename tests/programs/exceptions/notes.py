# add_note.
e = ValueError("base")
e.add_note("first")
e.add_note("second")
print(e.__notes__, str(e), repr(e))
try:
    e.add_note(5)
except TypeError as error:
    print(error)
print(hasattr(ValueError(), "__notes__"))
try:
    try:
        raise KeyError("k")
    except KeyError as k:
        k.add_note("seen")
        raise
except KeyError as k:
    print(k.__notes__)
def annotate(f):
    try:
        return f()
    except Exception as error:
        error.add_note(f"while calling {f.__name__}")
        raise
def broken():
    return 1 / 0
try:
    annotate(broken)
except ZeroDivisionError as error:
    print(error, error.__notes__)
    last = error
last.__notes__.append("appended")
last.__notes__ = ["replaced", "twice"]
print(last.__notes__)
