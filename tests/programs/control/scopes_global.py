# global, nonlocal, shadowing, name resolution.
x = "global"
def read():
    return x
def write():
    global x
    x = "written"
def shadow():
    x = "local"
    return x, read()
print(read(), shadow())
write()
print(x, read())
def outer():
    x = "outer"
    def inner():
        nonlocal x
        x = "inner"
        def deepest():
            nonlocal x
            x += "!"
            return x
        return deepest()
    r = inner()
    return r, x
print(outer(), x)
def mix():
    global made, x
    made = 1
    def inner():
        global x
        x = "from inner"
    inner()
    return x
print(mix(), made, x)
def unbound():
    try:
        print(x)
    except UnboundLocalError as error:
        print(error)
    x = 1
unbound()
def late():
    return defined_later
try:
    late()
except NameError as error:
    print(error)
defined_later = "now"
print(late())
len = lambda v: "shadowed len"
print(len("abc"))
del len
print(len("abc"))
class C:
    x = "class"
    y = x
    def method(self):
        return x
print(C.y, C().method())
def f():
    def g():
        try:
            return v
        except NameError as error:
            return str(error)
    first = g()
    v = 1
    return first, g()
print(f())
