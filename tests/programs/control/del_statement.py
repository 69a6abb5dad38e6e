# del of names, items, attributes, several targets.
a = b = c = 1
del a
try:
    print(a)
except NameError as error:
    print(error)
del (b, c), 
for name in ("b", "c"):
    print(name in globals())
x = [1, 2, 3, 4]
y = {"k": 1, "l": 2}
del x[0], y["k"], x[-1:]
print(x, y)
class O:
    attr = 1
o = O()
o.own = 2
del o.own
try:
    del o.own
except AttributeError as error:
    print(error)
try:
    del o.attr
except AttributeError as error:
    print(error)
del O.attr
print(hasattr(o, "attr"))
def f():
    v = 1
    del v
    try:
        v
    except UnboundLocalError as error:
        print(error)
    v = 2
    return v
print(f())
def g(n):
    global made
    made = n
    del made
g(1)
try:
    made
except NameError as error:
    print(error)
try:
    del undefined
except NameError as error:
    print(error)
del [x, (y)]
print("x" in globals(), "y" in globals())
def outer():
    cell = 1
    def inner():
        return cell
    del cell
    try:
        inner()
    except NameError as error:
        print(error)
outer()
