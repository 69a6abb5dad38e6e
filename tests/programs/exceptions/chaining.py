# raise from, __cause__, __context__, __suppress_context__.
def info(e):
    return type(e).__name__, str(e), repr(e.__cause__), repr(e.__context__), e.__suppress_context__
try:
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError("implicit")
except ValueError as e:
    print(info(e))
try:
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError("explicit") from e
except ValueError as e:
    print(info(e), e.__cause__ is e.__context__)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError("none") from None
except ValueError as e:
    print(info(e))
try:
    raise ValueError("class cause") from KeyError
except ValueError as e:
    print(info(e))
try:
    raise ValueError("no handler") from KeyError("other")
except ValueError as e:
    print(info(e))
for bad in (5, "s", int):
    try:
        raise ValueError("x") from bad
    except TypeError as e:
        print(info(e))
try:
    try:
        try:
            raise KeyError("a")
        except KeyError:
            raise ValueError("b")
    except ValueError:
        raise TypeError("c")
except TypeError as e:
    chain = []
    while e:
        chain.append(repr(e))
        e = e.__context__
    print(chain)
try:
    try:
        raise KeyError("body")
    finally:
        raise ValueError("in finally")
except ValueError as e:
    print(info(e))
def f():
    try:
        raise KeyError("handled")
    except KeyError:
        pass
    try:
        raise ValueError("after")
    except ValueError as e:
        return info(e)
print(f())
try:
    raise KeyError("outer")
except KeyError:
    print(f())
e = ValueError("manual")
e.__cause__ = KeyError("set")
print(info(e))
e.__context__ = TypeError("ctx")
print(info(e))
try:
    e.__cause__ = 5
except TypeError as error:
    print(error)
same = ValueError("self")
try:
    try:
        raise same
    except ValueError:
        raise same
except ValueError as e:
    print(info(e), e is same)
