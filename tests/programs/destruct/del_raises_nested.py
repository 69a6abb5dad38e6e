# A traceback of several frames from a finaliser.
class Finaliser:
    def __call__(self):
        self.helper(0)

    def helper(self, n):
        return n / n

    def __repr__(self):
        return "<nested finaliser>"


class A:
    __del__ = Finaliser()


def f():
    a = A()
    print("leaving f")


f()
print("end")
