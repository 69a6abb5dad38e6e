# Many different names at run time: attributes, keywords, globals.
class Box:
    pass


def f(**kw):
    return len(kw)


total = 0
for i in range(500):
    b = Box()
    setattr(b, "name" + str(i), i)
    total += getattr(b, "name" + str(i))
    total += f(**{"key" + str(i): i, "other" + str(i): i})
    try:
        getattr(b, "missing" + str(i))
    except AttributeError as e:
        total += len(e.name)
print(total)
print("".join(chr(97 + i % 26) for i in range(100)) == "abcdefghijklmnopqrstuvwxyz" * 3 + "abcdefghijklmnopqrstuv")
x = "a" + "b" * 3
print(x == "abbb", {x: 1}["abbb"], getattr(Box, "__na" + "me__"))
