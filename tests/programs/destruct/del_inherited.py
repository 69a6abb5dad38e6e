# Inherited finalisers and super().__del__().
class Base:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("Base del", self.name)


class Child(Base):
    pass


class Override(Base):
    def __del__(self):
        print("Override del")
        super().__del__()
        print("Override end")


class Mixin:
    def __del__(self):
        print("Mixin del")


class Both(Mixin, Override):
    def __del__(self):
        super().__del__()
        Override.__del__(self)


Child("child")
Override("override")
Both("both")
x = Both("explicit")
x.__del__()
print("--")
del x
