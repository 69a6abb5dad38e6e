# An exception in a callback is reported; the others still run.
import weakref


class T:
    pass


class Call:
    def __init__(self, name):
        self.name = name

    def __call__(self, ref):
        print("call", self.name)
        if self.name == "bad":
            raise ValueError("in callback")

    def __repr__(self):
        return f"<{self.name}>"


t = T()
refs = [weakref.ref(t, Call(n)) for n in ("one", "bad", "three")]
del t
print([r() for r in refs])
print("end")
