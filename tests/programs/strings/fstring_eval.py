# Order and scope of evaluation in f-strings.
def show(x):
    print("show", x)
    return x
class Spec:
    def __init__(self, name):
        self.name = name
    def __format__(self, spec):
        print("format", self.name, repr(spec))
        return self.name
    def __str__(self):
        print("str", self.name)
        return self.name
    def __repr__(self):
        print("repr", self.name)
        return "r" + self.name
print(f"{show(1)} {show(2):{show(5)}} {show(3)!r}")
print(f"{Spec('a')}{Spec('b')!s}{Spec('c')!r:>4}{Spec('d'):x}")
def closure():
    x = 10
    f = lambda: f"{x} {y if (y := x + 1) else 0} {y}"
    return f()
print(closure())
y = 5
print(f"{y:=+5}", f"{(y := 7)} {y}", f"{y!r}")
print([f"{i}:{j}" for i in range(2) for j in "ab"], {f"k{i}": i for i in range(3)})
class C:
    z = 3
    text = f"{z} {[z for z in range(2)]}"
print(C.text)
try:
    f"{undefined_name}"
except NameError as error:
    print(error)
try:
    print(f"{show(1)} {1 / 0} {show(2)}")
except ZeroDivisionError as error:
    print(error)
