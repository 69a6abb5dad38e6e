"""Weak references and containers of them."""

from _weakref import ref, ReferenceType, getweakrefcount, getweakrefs


class WeakMethod(ref):
    """A weak reference to a bound method that lives as long as its object."""

    def __new__(cls, meth, callback=None):
        try:
            obj, func = meth.__self__, meth.__func__
        except AttributeError:
            raise TypeError("argument should be a bound method, not {}".format(type(meth))) from None

        def dead(_):
            if self._alive:
                self._alive = False
                if callback is not None:
                    callback(self)
        self = ref.__new__(cls, obj, dead)
        self._func_ref = ref(func, dead)
        self._meth_type = type(meth)
        self._alive = True
        return self

    def __call__(self):
        obj, func = super().__call__(), self._func_ref()
        if obj is None or func is None:
            return None
        return self._meth_type(func, obj)


class _KeyedRef(ref):
    """A reference that remembers its key in a dictionary."""
    __slots__ = ("key",)

    def __new__(cls, obj, callback, key):
        self = ref.__new__(cls, obj, callback)
        self.key = key
        return self

    def __init__(self, obj, callback, key):
        super().__init__(obj, callback)


class WeakValueDictionary:
    """A mapping that does not keep its values alive."""

    def __init__(self, other=(), /, **kw):
        self.data = {}
        owner = ref(self)

        def forget(reference):
            mapping = owner()
            if mapping is not None and mapping.data.get(reference.key) is reference:
                del mapping.data[reference.key]
        self._forget = forget
        self.update(other, **kw)

    def __getitem__(self, key):
        value = self.data[key]()
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        self.data[key] = _KeyedRef(value, self._forget, key)

    def __delitem__(self, key):
        del self.data[key]

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        reference = self.data.get(key)
        return reference is not None and reference() is not None

    def __repr__(self):
        return "<%s at %#x>" % (self.__class__.__name__, id(self))

    def get(self, key, default=None):
        """The value of `key`, or `default`."""
        reference = self.data.get(key)
        value = None if reference is None else reference()
        return default if value is None else value

    def items(self):
        """The pairs whose values are alive."""
        for key, reference in list(self.data.items()):
            value = reference()
            if value is not None:
                yield key, value

    def keys(self):
        """The keys whose values are alive."""
        for key, _ in self.items():
            yield key

    __iter__ = keys

    def values(self):
        """The values that are alive."""
        for _, value in self.items():
            yield value

    def valuerefs(self):
        """The references."""
        return list(self.data.values())

    def pop(self, key, *default):
        """Remove a key and give its value."""
        try:
            value = self.data.pop(key)()
        except KeyError:
            value = None
        if value is None:
            if default:
                return default[0]
            raise KeyError(key)
        return value

    def popitem(self):
        """Remove and give a pair whose value is alive."""
        while True:
            key, reference = self.data.popitem()
            value = reference()
            if value is not None:
                return key, value

    def setdefault(self, key, default=None):
        """The value of `key`, which is set if it is missing."""
        value = self.get(key)
        if value is None:
            self[key] = value = default
        return value

    def update(self, other=(), /, **kw):
        """Set several keys."""
        for key, value in (other.items() if hasattr(other, "items") else other):
            self[key] = value
        for key, value in kw.items():
            self[key] = value

    def clear(self):
        """Remove everything."""
        self.data.clear()


class WeakKeyDictionary:
    """A mapping that does not keep its keys alive."""

    def __init__(self, other=None):
        self.data = {}
        owner = ref(self)

        def forget(reference):
            mapping = owner()
            if mapping is not None:
                mapping.data.pop(reference, None)
        self._forget = forget
        if other is not None:
            self.update(other)

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __setitem__(self, key, value):
        self.data[ref(key, self._forget)] = value

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        try:
            reference = ref(key)
        except TypeError:
            return False
        return reference in self.data

    def __repr__(self):
        return "<%s at %#x>" % (self.__class__.__name__, id(self))

    def get(self, key, default=None):
        """The value of `key`, or `default`."""
        return self.data.get(ref(key), default)

    def items(self):
        """The pairs whose keys are alive."""
        for reference, value in list(self.data.items()):
            key = reference()
            if key is not None:
                yield key, value

    def keys(self):
        """The keys that are alive."""
        for key, _ in self.items():
            yield key

    __iter__ = keys

    def values(self):
        """The values whose keys are alive."""
        for _, value in self.items():
            yield value

    def keyrefs(self):
        """The references."""
        return list(self.data)

    def pop(self, key, *args):
        """Remove a key and give its value."""
        return self.data.pop(ref(key), *args)

    def setdefault(self, key, default=None):
        """The value of `key`, which is set if it is missing."""
        return self.data.setdefault(ref(key, self._forget), default)

    def update(self, other=None, /, **kw):
        """Set several keys."""
        if other is not None:
            for key, value in (other.items() if hasattr(other, "items") else other):
                self[key] = value

    def clear(self):
        """Remove everything."""
        self.data.clear()


class WeakSet:
    """A set that does not keep its items alive."""

    def __init__(self, data=None):
        self.data = set()
        owner = ref(self)

        def forget(reference):
            this = owner()
            if this is not None:
                this.data.discard(reference)
        self._forget = forget
        if data is not None:
            self.update(data)

    def __iter__(self):
        for reference in list(self.data):
            item = reference()
            if item is not None:
                yield item

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:
            return False

    def add(self, item):
        """Add an item."""
        self.data.add(ref(item, self._forget))

    def discard(self, item):
        """Remove an item if it is there."""
        self.data.discard(ref(item))

    def remove(self, item):
        """Remove an item."""
        self.data.remove(ref(item))

    def update(self, other):
        """Add several items."""
        for item in other:
            self.add(item)

    def clear(self):
        """Remove everything."""
        self.data.clear()


class finalize:
    """Calls a function when an object dies, once."""

    _registry = {}

    def __init__(self, obj, func, /, *args, **kwargs):
        self._info = (ref(obj, self._died), func, args, kwargs)
        self.atexit = True
        finalize._registry[self] = None

    def _died(self, _):
        self()

    def __call__(self, _=None):
        info, self._info = self._info, None
        finalize._registry.pop(self, None)
        if info is not None:
            return info[1](*info[2], **info[3])

    def detach(self):
        """Give up the call; give what it would have been."""
        info, self._info = self._info, None
        finalize._registry.pop(self, None)
        if info is not None and info[0]() is not None:
            return info[0](), info[1], info[2], info[3]

    def peek(self):
        """What the call would be."""
        if self._info is not None and self._info[0]() is not None:
            return self._info[0](), self._info[1], self._info[2], self._info[3]

    @property
    def alive(self):
        """Whether the call is still to come."""
        return self._info is not None
