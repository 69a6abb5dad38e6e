# Errors in else and finally clauses, and the order of prints.
def f(n):
    try:
        print("try", n)
        if n == 0:
            raise ValueError(n)
    except ValueError as e:
        print("except", e)
        if n == 0:
            raise KeyError("in except")
    else:
        print("else")
        raise IndexError("in else")
    finally:
        print("finally")


for n in 0, 1:
    try:
        f(n)
    except LookupError as e:
        print(repr(e), repr(e.__context__))
f(0)
