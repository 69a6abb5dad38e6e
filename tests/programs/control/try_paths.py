# Every path through try / except / else / finally.
def run(kind):
    print("--", kind)
    try:
        print("try")
        if kind == "value":
            raise ValueError("v")
        if kind == "key":
            raise KeyError("k")
        if kind == "type":
            raise TypeError("t")
        if kind == "return":
            return "returned"
    except ValueError as error:
        print("except", error)
    except (KeyError, IndexError) as error:
        print("except tuple", repr(error))
    else:
        print("else")
    finally:
        print("finally")
    return "end"
for kind in ("none", "value", "key", "type", "return"):
    try:
        print(run(kind))
    except TypeError as error:
        print("outer", error)
def nested():
    try:
        try:
            raise ValueError("inner")
        finally:
            print("inner finally")
    except ValueError as error:
        print("caught", error)
        try:
            raise KeyError("second")
        except KeyError:
            print("second caught")
        print("context kept", error)
    try:
        error
    except NameError as e:
        print(e)
nested()
try:
    pass
finally:
    print("only finally")
try:
    1 / 0
except:
    print("bare")
