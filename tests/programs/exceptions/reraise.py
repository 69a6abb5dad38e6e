# raise without operand, rebinding and clearing of the name.
def f(reraise):
    try:
        raise ValueError("v")
    except ValueError as e:
        if reraise:
            raise
        return "handled"
print(f(False))
try:
    f(True)
except ValueError as e:
    print("again", e)
try:
    raise
except RuntimeError as e:
    print(e)
def helper(): raise
try:
    try:
        raise KeyError("in caller")
    except KeyError:
        helper()
except KeyError as e:
    print("helper reraised", e)
try:
    try:
        raise ValueError("first")
    except ValueError:
        try:
            raise KeyError("second")
        except KeyError:
            pass
        raise
except ValueError as e:
    print(e, e.__context__)
e = "before"
try:
    raise ValueError("x")
except ValueError as e:
    pass
try:
    print(e)
except NameError as error:
    print(error)
def unbound():
    try:
        raise ValueError
    except ValueError as err:
        del err
    err = "new"
    return err
print(unbound())
def rebind():
    try:
        raise ValueError("r")
    except ValueError as err:
        err = "rebound"
        print(err)
    try:
        return err
    except UnboundLocalError as error:
        return str(error)
print(rebind())
def loop():
    out = []
    for i in range(3):
        try:
            if i == 1:
                raise ValueError(i)
            out.append(i)
        except ValueError as err:
            out.append(repr(err))
            continue
        finally:
            out.append("f")
    return out
print(loop())
try:
    try:
        raise ValueError("orig")
    except ValueError as e1:
        try:
            raise e1
        except ValueError as e2:
            print(e1 is e2)
            raise e2 from None
except ValueError as e3:
    print(e3, e3.__suppress_context__, e3.__context__)
