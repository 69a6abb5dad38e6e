# An error in __init_subclass__ and in a metaclass.
class Base:
    def __init_subclass__(cls, tag=None, **kw):
        super().__init_subclass__(**kw)
        if tag is None:
            raise TypeError(f"{cls.__name__} needs a tag")


class Good(Base, tag="x"):
    pass


class Bad(Base):
    pass
