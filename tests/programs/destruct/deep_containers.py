# Very deep nests of lists, tuples, dicts, closures and iterators.
def closure(x):
    def f():
        return x

    return f


class Box:
    def __init__(self, v):
        self.v = v


class T:
    def __del__(self):
        print("bottom")


makers = {
    "list": lambda x: [x],
    "tuple": lambda x: (x,),
    "dict": lambda x: {"k": x},
    "closure": closure,
    "instance": Box,
    "iterator": lambda x: iter([x]),
    "bound method": lambda x: [x].append,
    "mixed": lambda x: ([{0: x}],),
}
for name, make in makers.items():
    x = T()
    for _ in range(50000):
        x = make(x)
    print(name)
    del x
print("end")
