# __import__.
math = __import__("math")
print(math.sqrt(16), __import__("math") is math, __name__)
for name in ("no_such_module", "no.such", "math.nope", ""):
    try:
        __import__(name)
    except (ModuleNotFoundError, ValueError) as error:
        print(type(error).__name__, error, getattr(error, "name", None))
try:
    __import__(5)
except TypeError as error:
    print(error)
modules = {name: __import__(name) for name in ("math", "sys", "random", "operator", "itertools", "functools", "collections", "enum", "abc", "time")}
print({name: module.__name__ for name, module in modules.items()}, all(type(m) is type(math) for m in modules.values()))
