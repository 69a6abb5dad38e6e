# The order in which a dying dict drops keys and values.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)

    def __hash__(self):
        return 1

    def __eq__(self, other):
        return self.name == other.name


d = {T("k1"): T("v1"), T("k2"): T("v2"), T("k3"): T("v3")}
del d
print("--")
d = {"a": T("a"), "b": T("b"), "c": T("c")}
d.pop("a")
d["a"] = T("a second")
del d
print("--")
d = {"x": {"y": T("inner")}, "z": T("outer")}
d = None
print("--")
d = {T("k1"): T("v1"), T("k2"): T("v2")}
d.clear()
print("--")
