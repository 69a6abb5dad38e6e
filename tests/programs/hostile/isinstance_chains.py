# A long cascade of isinstance tests, and deep and wide class trees.
class Base:
    pass


classes = [Base]
for i in range(200):
    classes.append(type(f"C{i}", (classes[-1],), {f"m{i}": lambda self, i=i: i}))
x = classes[-1]()
print(x.m0(), x.m100(), x.m199(), len(type(x).__mro__))
print(all(isinstance(x, c) for c in classes), isinstance(Base(), classes[1]))
wide = [type(f"W{i}", (Base,), {}) for i in range(200)]
print(len(Base.__subclasses__()), isinstance(wide[7](), tuple(wide)), isinstance(1, tuple(wide)))


def kind(v):
    if isinstance(v, bool):
        return "bool"
    elif isinstance(v, int):
        return "int"
    elif isinstance(v, (str, bytes)):
        return "text"
    elif isinstance(v, Base):
        return "base"
    return "other"


print([kind(v) for v in (True, 1, "a", b"b", x, None, 1.5)])
print(isinstance(x, (int, (str, (bytes, (Base,))))))
Joined = type("Joined", tuple(wide), {})
print(len(Joined.__mro__))
