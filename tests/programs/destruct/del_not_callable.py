# __del__ that is None, not callable, or only on the instance.
class Quiet:
    __del__ = None

    def __init__(self):
        self.t = T()


class T:
    def __del__(self):
        print("del T")


class Plain:
    pass


p = Plain()
p.__del__ = lambda: print("never called")
del p
print("instance attribute ignored")


class Late:
    pass


x = Late()
Late.__del__ = lambda self: print("del Late")
del x
x = Late()
del Late.__del__
del x
print("end")
