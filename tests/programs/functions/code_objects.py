# What a function's code object tells.
def f(a, b, /, c, *args, d=1, **kw):
    """Doc."""
    local = a
    def inner():
        return local
    return inner
print(f.__code__.co_name, f.__code__.co_qualname, f.__code__.co_argcount, f.__code__.co_posonlyargcount, f.__code__.co_kwonlyargcount)
print(f.__code__.co_varnames, f.__code__.co_cellvars, f.__code__.co_freevars, f(1, 2, 3).__code__.co_freevars)
print(f.__code__.co_firstlineno, f(1, 2, 3).__code__.co_firstlineno, f.__code__.co_filename.rpartition("/")[2])
print(type(f.__code__).__name__, f.__code__ is f.__code__, f(1, 2, 3).__code__ is f(4, 5, 6).__code__)
print((lambda: 0).__code__.co_name, (lambda x: x).__code__.co_varnames)
