# Notes added to an exception.
def f():
    e = ValueError("main text")
    e.add_note("first note")
    e.add_note("second note\nwith two lines")
    try:
        e.add_note(5)
    except TypeError as error:
        print(error)
    print(e.__notes__)
    raise e


try:
    f()
except ValueError as e:
    e.add_note("added by the handler")
    raise
