"""Abstract base classes."""


def abstractmethod(funcobj):
    """Mark a method that concrete subclasses must override."""
    funcobj.__isabstractmethod__ = True
    return funcobj


class abstractclassmethod(classmethod):
    """A class method that concrete subclasses must override."""
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractstaticmethod(staticmethod):
    """A static method that concrete subclasses must override."""
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractproperty(property):
    """A property that concrete subclasses must override."""
    __isabstractmethod__ = True


def _abstract_names(cls, namespace):
    names = {name for name, value in namespace.items() if getattr(value, "__isabstractmethod__", False)}
    for base in cls.__bases__:
        for name in getattr(base, "__abstractmethods__", ()):
            value = getattr(cls, name, None)
            if getattr(value, "__isabstractmethod__", False):
                names.add(name)
    return names


_invalidations = 0


class ABCMeta(type):
    """Metaclass of abstract base classes, with virtual subclasses by `register`."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        names = _abstract_names(cls, namespace)
        cls.__abstractmethods__ = frozenset(names)
        cls._abc_registry = []
        cls._abc_cache = {}
        return cls

    def register(cls, subclass):
        """Make `subclass` count as a subclass; give it back, so this works as a decorator."""
        global _invalidations
        if not isinstance(subclass, type):
            raise TypeError("Can only register classes")
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError("Refusing to create an inheritance cycle")
        cls._abc_registry.append(subclass)
        _invalidations += 1
        return subclass

    def __instancecheck__(cls, instance):
        subclass = instance.__class__
        if cls.__subclasscheck__(subclass):
            return True
        actual = type(instance)
        return actual is not subclass and cls.__subclasscheck__(actual)

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError("issubclass() arg 1 must be a class")
        known = cls._abc_cache.get(subclass)
        if known is not None and (known[0] or known[1] == _invalidations):
            return known[0]
        answer = cls._abc_decide(subclass)
        cls._abc_cache[subclass] = (answer, _invalidations)
        return answer

    def _abc_decide(cls, subclass):
        hooked = cls.__subclasshook__(subclass)
        if hooked is not NotImplemented:
            return bool(hooked)
        if cls in getattr(subclass, "__mro__", ()):
            return True
        for registered in cls._abc_registry:
            if issubclass(subclass, registered):
                return True
        for derived in cls.__subclasses__():
            if issubclass(subclass, derived):
                return True
        return False


class ABC(metaclass=ABCMeta):
    """A class with ABCMeta as metaclass, to inherit from."""
    __slots__ = ()


def get_cache_token():
    """A number that changes with every registration."""
    return _invalidations


def update_abstractmethods(cls):
    """Compute again which methods of `cls` are abstract."""
    if not hasattr(cls, "__abstractmethods__"):
        return cls
    cls.__abstractmethods__ = frozenset(_abstract_names(cls, dict(cls.__dict__)))
    return cls
