# A long chain of contexts and causes.
def chain(n, use_cause):
    e = ValueError(0)
    for i in range(n):
        new = ValueError(i)
        if use_cause:
            new.__cause__ = e
        else:
            new.__context__ = e
        e = new
    return e


for use_cause in False, True:
    e = chain(20000, use_cause)
    depth = 0
    x = e
    while x:
        depth += 1
        x = x.__cause__ if use_cause else x.__context__
    print(depth)
    try:
        raise e
    except ValueError as caught:
        print(caught is e)
    e = x = None


def nest(n):
    try:
        raise KeyError(n)
    except KeyError:
        if n:
            nest(n - 1)
        else:
            raise


try:
    nest(100)
except KeyError as e:
    n = 0
    while e:
        n += 1
        e = e.__context__
    print(n)
