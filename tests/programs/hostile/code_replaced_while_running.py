# A running function's code is replaced: the call goes on with the code it began with.
import gc


def g():
    return "g"


source = """
def f():
    x = [1]
    f.__code__ = g.__code__
    gc.collect()
    junk = [eval("lambda: %d" % i) for i in range(200)]
    return x, "const", len(junk), f()
"""
exec(source, globals())
print(f())
print(f())
