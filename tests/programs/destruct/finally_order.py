# What is alive when finally clauses run.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def normal():
    t = T("normal")
    try:
        return t.name
    finally:
        t = None
        print("finally")


def nested():
    try:
        try:
            return T("result")
        finally:
            u = T("inner")
            print("inner finally")
    finally:
        print("outer finally")


def raising():
    t = T("raising")
    try:
        raise ValueError(T("in exception"))
    finally:
        t = None
        print("finally")


def looped():
    for i in range(2):
        try:
            x = T(f"loop {i}")
            continue
        finally:
            print("finally", i)


print(normal())
print("--")
print(nested().name)
print("--")
try:
    raising()
except ValueError:
    print("handler")
print("--")
looped()
print("end")
