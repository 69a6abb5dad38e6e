print("pack.base", __name__, __package__)
class Base:
    def who(self): return type(self).__name__ + " of " + __name__
