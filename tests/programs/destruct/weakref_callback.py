# Callbacks run when the object dies, the newest reference first.
import weakref


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name, "weak:", first() is self)


def callback(tag):
    def call(ref):
        print("callback", tag, ref() is None)

    return call


t = T("t")
first = weakref.ref(t, callback("first"))
second = weakref.ref(t, callback("second"))
plain = weakref.ref(t)
third = weakref.ref(t, callback("third"))
print(first is second, first == second, plain is weakref.ref(t))
del second
print("second dropped")
first = first
t = None
print(first(), third())
print("end")
