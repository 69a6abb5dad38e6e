# A finaliser that rebinds and deletes module globals.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        global x, y
        print("del", self.name)
        if self.name == "one":
            x = T("made in del")
        if self.name == "three":
            del y


x = T("one")
x = "assigned"
print("x is", x if isinstance(x, str) else x.name)
x = T("two")
del x
y = T("three")
y = "kept"
try:
    print("y is", y)
except NameError as e:
    print(e)
print("end")
