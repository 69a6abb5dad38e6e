"""Functions that work on functions."""

from _functools import partial, reduce, cmp_to_key

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotate__", "__type_params__")
WRAPPER_UPDATES = ("__dict__",)

_MISSING = object()


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Make `wrapper` look like the function it wraps."""
    for attr in assigned:
        try:
            value = getattr(wrapped, attr)
        except AttributeError:
            continue
        if attr == "__annotate__" and value is None:
            continue
        if attr == "__type_params__":
            continue
        setattr(wrapper, attr, value)
    for attr in updated:
        getattr(wrapper, attr).update(getattr(wrapped, attr, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Decorator form of `update_wrapper`."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


def _negated(root, by_equality):
    """The comparison that follows from `root`: its negation, or that joined with equality."""
    def compare(self, other):
        result = root(type(self), self, other)
        if result is NotImplemented:
            return result
        return by_equality(result, self, other)
    return compare


_DERIVED = {
    "__lt__": {
        "__gt__": lambda r, a, b: not r and a != b,
        "__le__": lambda r, a, b: r or a == b,
        "__ge__": lambda r, a, b: not r,
    },
    "__le__": {
        "__ge__": lambda r, a, b: not r or a == b,
        "__lt__": lambda r, a, b: r and a != b,
        "__gt__": lambda r, a, b: not r,
    },
    "__gt__": {
        "__lt__": lambda r, a, b: not (r or a == b),
        "__ge__": lambda r, a, b: r or a == b,
        "__le__": lambda r, a, b: not r,
    },
    "__ge__": {
        "__le__": lambda r, a, b: not r or a == b,
        "__gt__": lambda r, a, b: r and a != b,
        "__lt__": lambda r, a, b: not r,
    },
}


def total_ordering(cls):
    """Class decorator that fills in the missing ordering methods."""
    roots = {op for op in _DERIVED if getattr(cls, op, None) is not getattr(object, op, None)}
    if not roots:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = max(roots)
    for name, rule in _DERIVED[root].items():
        if name not in roots:
            def ask(kind, self, other, root=root):
                return getattr(kind, root)(self, other)
            method = _negated(ask, rule)
            method.__name__ = name
            method.__qualname__ = cls.__qualname__ + "." + name
            setattr(cls, name, method)
    return cls


class _HashedSeq(list):
    """A cache key that computes its hash once."""
    __slots__ = ("hashvalue",)

    def __init__(self, items):
        self[:] = items
        self.hashvalue = hash(items)

    def __hash__(self):
        return self.hashvalue


_KWD_MARK = (object(),)


def _make_key(args, kwds, typed):
    key = args
    if kwds:
        key = key + _KWD_MARK
        for item in kwds.items():
            key = key + item
    if typed:
        key = key + tuple(type(v) for v in args)
        if kwds:
            key = key + tuple(type(v) for v in kwds.values())
    elif len(key) == 1 and type(key[0]) in (int, str):
        return key[0]
    return _HashedSeq(key)


class _CacheInfo(tuple):
    """Named results of `cache_info`."""
    __slots__ = ()
    _fields = ("hits", "misses", "maxsize", "currsize")

    def __new__(cls, hits, misses, maxsize, currsize):
        return tuple.__new__(cls, (hits, misses, maxsize, currsize))

    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])

    def __repr__(self):
        return "CacheInfo(hits=%r, misses=%r, maxsize=%r, currsize=%r)" % tuple(self)


def lru_cache(maxsize=128, typed=False):
    """Decorator that keeps the results of the most recent calls."""
    if isinstance(maxsize, int):
        if maxsize < 0:
            maxsize = 0
    elif callable(maxsize) and isinstance(typed, bool):
        user_function, maxsize = maxsize, 128
        return _lru_wrapper(user_function, maxsize, typed)
    elif maxsize is not None:
        raise TypeError("Expected first argument to be an integer, a callable, or None")

    def decorating_function(user_function):
        return _lru_wrapper(user_function, maxsize, typed)
    return decorating_function


def _lru_wrapper(user_function, maxsize, typed):
    cache = {}
    hits = misses = 0

    def wrapper(*args, **kwds):
        nonlocal hits, misses
        key = _make_key(args, kwds, typed)
        found = cache.get(key, _MISSING)
        if found is not _MISSING:
            hits += 1
            if maxsize is not None:
                # The dict's order is the order of use.
                del cache[key]
                cache[key] = found
            return found
        misses += 1
        result = user_function(*args, **kwds)
        if maxsize is None:
            cache[key] = result
        elif maxsize > 0 and key not in cache:
            if len(cache) >= maxsize:
                for oldest in cache:
                    break
                del cache[oldest]
            cache[key] = result
        return result

    def cache_info():
        """Report cache statistics."""
        return _CacheInfo(hits, misses, maxsize, len(cache))

    def cache_clear():
        """Clear the cache and its statistics."""
        nonlocal hits, misses
        cache.clear()
        hits = misses = 0

    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
    return update_wrapper(wrapper, user_function)


def cache(user_function, /):
    """An unbounded cache."""
    return lru_cache(maxsize=None)(user_function)


class cached_property:
    """A property computed once per instance, kept in its `__dict__`."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__
        self.__module__ = func.__module__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError(
                "Cannot assign the same cached_property to two different names "
                f"({self.attrname!r} and {name!r})."
            )

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        try:
            cache = instance.__dict__
        except AttributeError:
            raise TypeError(
                f"No '__dict__' attribute on {type(instance).__name__!r} "
                f"instance to cache {self.attrname!r} property."
            ) from None
        value = cache.get(self.attrname, _MISSING)
        if value is _MISSING:
            value = self.func(instance)
            cache[self.attrname] = value
        return value


class partialmethod:
    """A method with some arguments filled in."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"the first argument {func!r} must be a callable or a descriptor")
        self.func = func
        self.args = args
        self.keywords = keywords

    def __get__(self, obj, cls=None):
        get = getattr(type(self.func), "__get__", None)
        if get is not None:
            bound = get(self.func, obj, cls)
            if bound is not self.func:
                return partial(bound, *self.args, **self.keywords)
        args, keywords, func = self.args, self.keywords, self.func

        def method(self, /, *more, **extra):
            return func(self, *args, *more, **{**keywords, **extra})
        return method if obj is None else method.__get__(obj, cls)


def singledispatch(func):
    """A function with implementations chosen by the class of its first argument."""
    registry = {}

    def dispatch(cls):
        """The implementation for `cls`."""
        for base in cls.__mro__:
            if base in registry:
                return registry[base]
        for kind in registry:
            if issubclass(cls, kind):
                return registry[kind]
        return registry[object]

    def register(cls, func=None):
        """Add an implementation for `cls`."""
        if func is None:
            if isinstance(cls, type):
                return lambda f: register(cls, f)
            func = cls
            annotations = getattr(func, "__annotations__", {})
            if not annotations:
                raise TypeError(
                    f"Invalid first argument to `register()`: {func!r}. "
                    "Use either `@register(some_class)` or plain `@register` on an annotated function."
                )
            cls = next(iter(annotations.values()))
        registry[cls] = func
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{name} requires at least 1 positional argument")
        return dispatch(args[0].__class__)(*args, **kw)

    name = getattr(func, "__name__", "singledispatch function")
    registry[object] = func
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    update_wrapper(wrapper, func)
    return wrapper


class singledispatchmethod:
    """A method with implementations chosen by the class of its first argument after `self`."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        """Add an implementation for `cls`."""
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        def method(*args, **kwargs):
            chosen = self.dispatcher.dispatch(args[0].__class__)
            return chosen.__get__(obj, cls)(*args, **kwargs)
        method.register = self.register
        return update_wrapper(method, self.func)
