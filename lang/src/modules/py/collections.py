"""Container types beside the built-in ones."""

from _collections import deque, _tuplegetter

import sys as _sys

_KEYWORDS = frozenset((
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or",
    "pass", "raise", "return", "try", "while", "with", "yield",
))


class defaultdict(dict):
    """A dict that makes missing values by calling a factory."""

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        super().__init__(*args, **kwargs)

    def __missing__(self, key):
        factory = self.default_factory
        if factory is None:
            raise KeyError(key)
        self[key] = value = factory()
        return value

    def copy(self):
        """A shallow copy."""
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __repr__(self):
        return "%s(%r, %s)" % (self.__class__.__name__, self.default_factory, dict.__repr__(self))

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.copy()
        new.update(other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = type(self)(self.default_factory, other)
        new.update(self)
        return new


class OrderedDict(dict):
    """A dict that compares by order too and can move keys to its ends."""

    def popitem(self, last=True):
        """Remove and return a pair, the last or the first."""
        if not self:
            raise KeyError("dictionary is empty")
        if last:
            return dict.popitem(self)
        for key in self:
            break
        return key, self.pop(key)

    def move_to_end(self, key, last=True):
        """Move an existing key to the end or to the beginning."""
        value = self[key]
        dict.__delitem__(self, key)
        if last:
            dict.__setitem__(self, key, value)
            return
        rest = list(dict.items(self))
        dict.clear(self)
        dict.__setitem__(self, key, value)
        for k, v in rest:
            dict.__setitem__(self, k, v)

    def copy(self):
        """A shallow copy."""
        return self.__class__(self)

    __copy__ = copy

    @classmethod
    def fromkeys(cls, iterable, value=None):
        """A new ordered dict with keys from `iterable`."""
        self = cls()
        for key in iterable:
            self[key] = value
        return self

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and all(map(lambda a, b: a is b or a == b, self, other))
        return dict.__eq__(self, other)

    def __ne__(self, other):
        result = self.__eq__(other)
        return result if result is NotImplemented else not result

    __hash__ = None

    def __repr__(self):
        if not self:
            return "%s()" % (self.__class__.__name__,)
        return "%s(%s)" % (self.__class__.__name__, dict.__repr__(dict(self.items())))

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.__class__(self)
        new.update(other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.__class__(other)
        new.update(self)
        return new

    def __ior__(self, other):
        self.update(other)
        return self


def _check_field(name, what):
    if type(name) is not str:
        raise TypeError("Type names and field names must be strings")
    if not name.isidentifier():
        raise ValueError("Type names and field names must be valid identifiers: %r" % (name,))
    if name in _KEYWORDS:
        raise ValueError("Type names and field names cannot be a keyword: %r" % (name,))


def _rename(field_names):
    seen = set()
    for index, name in enumerate(field_names):
        if not name.isidentifier() or name in _KEYWORDS or name.startswith("_") or name in seen:
            field_names[index] = "_%d" % index
        seen.add(name)


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A tuple subclass with named fields."""
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    field_names = list(map(str, field_names))
    typename = _sys.intern(str(typename))
    if rename:
        _rename(field_names)
    for name in [typename] + field_names:
        _check_field(name, "name")
    seen = set()
    for name in field_names:
        if name.startswith("_") and not rename:
            raise ValueError("Field names cannot start with an underscore: %r" % (name,))
        if name in seen:
            raise ValueError("Encountered duplicate field name: %r" % (name,))
        seen.add(name)
    field_defaults = {}
    if defaults is not None:
        defaults = tuple(defaults)
        if len(defaults) > len(field_names):
            raise TypeError("Got more default values than field names")
        field_defaults = dict(reversed(list(zip(reversed(field_names), reversed(defaults)))))
    field_names = tuple(map(_sys.intern, field_names))
    count = len(field_names)
    tuple_new = tuple.__new__

    parameters = ", ".join(field_names)
    source = "lambda _cls, %s: _tuple_new(_cls, (%s,))" % (parameters, parameters) if count else "lambda _cls: _tuple_new(_cls, ())"
    __new__ = eval(source, {"_tuple_new": tuple_new, "__builtins__": {}, "__name__": "namedtuple_%s" % typename})
    __new__.__name__ = "__new__"
    __new__.__qualname__ = "%s.__new__" % typename
    __new__.__doc__ = "Create new instance of %s(%s)" % (typename, parameters)
    if defaults is not None:
        __new__.__defaults__ = defaults

    def _make(cls, iterable):
        result = tuple_new(cls, iterable)
        if len(result) != count:
            raise TypeError("Expected %d arguments, got %d" % (count, len(result)))
        return result
    _make.__doc__ = "Make a new %s object from a sequence or iterable" % typename

    def _replace(self, /, **kwds):
        result = self._make(map(kwds.pop, field_names, self))
        if kwds:
            raise TypeError("Got unexpected field names: %r" % (list(kwds),))
        return result
    _replace.__doc__ = "Return a new %s object replacing specified fields with new values" % typename

    repr_fmt = "(" + ", ".join("%s=%%r" % name for name in field_names) + ")"

    def __repr__(self):
        "Return a nicely formatted representation string"
        return self.__class__.__name__ + repr_fmt % tuple(self)

    def _asdict(self):
        "Return a new dict which maps field names to their values."
        return dict(zip(self._fields, self))

    def __getnewargs__(self):
        "Return self as a plain tuple."
        return tuple(self)

    for method in (_make, _replace, __repr__, _asdict, __getnewargs__):
        method.__qualname__ = "%s.%s" % (typename, method.__name__)
    namespace = {
        "__doc__": "%s(%s)" % (typename, parameters),
        "__slots__": (),
        "_fields": field_names,
        "_field_defaults": field_defaults,
        "__new__": __new__,
        "_make": classmethod(_make),
        "__replace__": _replace,
        "_replace": _replace,
        "__repr__": __repr__,
        "_asdict": _asdict,
        "__getnewargs__": __getnewargs__,
        "__match_args__": field_names,
    }
    for index, name in enumerate(field_names):
        namespace[name] = _tuplegetter(index, "Alias for field number %d" % index)
    result = type(typename, (tuple,), namespace)
    if module is None:
        module = _sys._getframe(1).f_globals.get("__name__", "__main__")
    result.__module__ = module
    return result


class Counter(dict):
    """A dict that counts hashable items."""

    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def total(self):
        """Sum of the counts."""
        return sum(self.values())

    def most_common(self, n=None):
        """The `n` most common items with their counts, most common first."""
        ordered = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return ordered if n is None else ordered[:n]

    def elements(self):
        """An iterator over the items, each as often as it was counted."""
        for key, count in self.items():
            for _ in range(count):
                yield key

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def update(self, iterable=None, /, **kwds):
        """Add counts from an iterable or a mapping."""
        if iterable is not None:
            if isinstance(iterable, dict) or hasattr(iterable, "items"):
                if self:
                    for key, count in iterable.items():
                        self[key] = count + self.get(key, 0)
                else:
                    dict.update(self, iterable)
            else:
                get = self.get
                for key in iterable:
                    try:
                        self[key] = get(key, 0) + 1
                    except TypeError:
                        hash(key)
                        raise
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        """Take counts off; they may become negative."""
        if iterable is not None:
            if isinstance(iterable, dict) or hasattr(iterable, "items"):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) - count
            else:
                for key in iterable:
                    self[key] = self.get(key, 0) - 1
        if kwds:
            self.subtract(kwds)

    def copy(self):
        """A shallow copy."""
        return self.__class__(self)

    def __delitem__(self, key):
        if key in self:
            super().__delitem__(key)

    def __repr__(self):
        if not self:
            return "%s()" % (self.__class__.__name__,)
        try:
            shown = dict(self.most_common())
        except TypeError:
            shown = dict(self)
        return "%s(%r)" % (self.__class__.__name__, shown)

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[key] == other[key] for c in (self, other) for key in c)

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    __hash__ = None

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[key] <= other[key] for c in (self, other) for key in c)

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[key] >= other[key] for c in (self, other) for key in c)

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key, count in self.items():
            total = count + other[key]
            if total > 0:
                result[key] = total
        for key, count in other.items():
            if key not in self and count > 0:
                result[key] = count
        return result

    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key, count in self.items():
            left = count - other[key]
            if left > 0:
                result[key] = left
        for key, count in other.items():
            if key not in self and count < 0:
                result[key] = 0 - count
        return result

    def __or__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key, count in self.items():
            larger = max(count, other[key])
            if larger > 0:
                result[key] = larger
        for key, count in other.items():
            if key not in self and count > 0:
                result[key] = count
        return result

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key, count in self.items():
            smaller = min(count, other[key])
            if smaller > 0:
                result[key] = smaller
        return result

    def __pos__(self):
        return Counter({key: count for key, count in self.items() if count > 0})

    def __neg__(self):
        return Counter({key: 0 - count for key, count in self.items() if count < 0})

    def _keep_positive(self):
        for key in [key for key, count in self.items() if not count > 0]:
            del self[key]
        return self

    def __iadd__(self, other):
        for key, count in other.items():
            self[key] += count
        return self._keep_positive()

    def __isub__(self, other):
        for key, count in other.items():
            self[key] -= count
        return self._keep_positive()

    def __ior__(self, other):
        for key, count in other.items():
            if count > self[key]:
                self[key] = count
        return self._keep_positive()

    def __iand__(self, other):
        for key, count in list(self.items()):
            if other[key] < count:
                self[key] = other[key]
        return self._keep_positive()


class ChainMap:
    """Several mappings searched one after the other; writes go to the first."""

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            try:
                return mapping[key]
            except KeyError:
                pass
        return self.__missing__(key)

    def get(self, key, default=None):
        """The value of `key`, or `default`."""
        return self[key] if key in self else default

    def __len__(self):
        return len(set().union(*self.maps))

    def __iter__(self):
        merged = {}
        for mapping in map(dict.fromkeys, reversed(self.maps)):
            merged |= mapping
        return iter(merged)

    def __contains__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return True
        return False

    def __bool__(self):
        return any(self.maps)

    def __repr__(self):
        return "%s(%s)" % (self.__class__.__name__, ", ".join(map(repr, self.maps)))

    def __eq__(self, other):
        if not hasattr(other, "items"):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    def keys(self):
        """The keys, those of the last mapping first."""
        return dict.fromkeys(self).keys()

    def values(self):
        """The values in the order of `keys`."""
        return {key: self[key] for key in self}.values()

    def items(self):
        """The pairs in the order of `keys`."""
        return {key: self[key] for key in self}.items()

    @classmethod
    def fromkeys(cls, iterable, value=None, /):
        """A chain of one dict with these keys."""
        return cls(dict.fromkeys(iterable, value))

    def copy(self):
        """A new chain with a copy of the first mapping."""
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        """A new chain with one more mapping in front."""
        if m is None:
            m = kwargs
        elif kwargs:
            m.update(kwargs)
        return self.__class__(m, *self.maps)

    @property
    def parents(self):
        """The chain without its first mapping."""
        return self.__class__(*self.maps[1:])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        try:
            del self.maps[0][key]
        except KeyError:
            raise KeyError("Key not found in the first mapping: {!r}".format(key)) from None

    def popitem(self):
        """Remove and return a pair of the first mapping."""
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError("No keys found in the first mapping.") from None

    def pop(self, key, *args):
        """Remove a key of the first mapping and return its value."""
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise KeyError("Key not found in the first mapping: {!r}".format(key)) from None

    def clear(self):
        """Empty the first mapping."""
        self.maps[0].clear()

    def setdefault(self, key, default=None):
        """The value of `key`, which is set in the first mapping if it is nowhere."""
        if key in self:
            return self[key]
        self[key] = default
        return default

    def update(self, *args, **kwds):
        """Update the first mapping."""
        self.maps[0].update(*args, **kwds)
