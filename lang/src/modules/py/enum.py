"""Enumerations."""


_property = property


def _mapping_members(function):
    """A read-only view of the members."""
    return _property(lambda cls: dict(function(cls)))


class auto:
    """Asks the enumeration for the next value."""

    def __init__(self):
        self.value = _unset

    def __repr__(self):
        return "auto(%r)" % (self.value,)


class _Unset:
    def __repr__(self):
        return "<unset>"


_unset = _Unset()


class nonmember:
    """Wraps a value that must not become a member."""

    def __init__(self, value):
        self.value = value


class member:
    """Wraps a value that must become a member."""

    def __init__(self, value):
        self.value = value


class property(_property):
    """A property that members may share a name with."""

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            found = ownerclass.__dict__.get("_member_map_", {}).get(self.name)
            if found is not None:
                return found
            if self.fget is None:
                raise AttributeError("%r has no attribute %r" % (ownerclass, self.name))
            return self
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("<enum %r> cannot set attribute %r" % (self.clsname, self.name))
        return self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("<enum %r> cannot delete attribute %r" % (self.clsname, self.name))
        return self.fdel(instance)

    def __set_name__(self, ownerclass, name):
        self.name = name
        self.clsname = ownerclass.__name__


DynamicClassAttribute = property


def _is_descriptor(obj):
    return not isinstance(obj, type) and any(hasattr(type(obj), n) for n in ("__get__", "__set__", "__delete__"))


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == "__" and name[2] != "_" and name[-3] != "_"


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == "_" and name[1] != "_" and name[-2] != "_"


def _is_private(cls_name, name):
    pattern = "_%s__" % cls_name
    return len(name) > len(pattern) and name.startswith(pattern) and name[-2:] != "__"


_SUNDERS = (
    "_order_", "_generate_next_value_", "_numeric_repr_", "_missing_", "_ignore_",
    "_iter_member_", "_iter_member_by_value_", "_iter_member_by_def_", "_add_alias_", "_add_value_alias_",
    "_use_args_", "_boundary_",
)


class EnumDict(dict):
    """The namespace of an enumeration's body: it notes which names are members."""

    def __init__(self, cls_name=None):
        super().__init__()
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._cls_name = cls_name
        self._generate = None

    def __setitem__(self, key, value):
        if self._cls_name is not None and _is_private(self._cls_name, key):
            pass
        elif _is_sunder(key):
            if key not in _SUNDERS:
                raise ValueError("_sunder_ names, such as %r, are reserved for future Enum use" % (key,))
            if key == "_generate_next_value_":
                if self._member_names:
                    raise TypeError("_generate_next_value_ must be defined before members")
                self._generate = value.__func__ if isinstance(value, staticmethod) else value
            elif key == "_ignore_":
                value = value.replace(",", " ").split() if isinstance(value, str) else list(value)
                self._ignore = value
        elif _is_dunder(key):
            pass
        elif key in self._member_names:
            raise TypeError("%r already defined as %r" % (key, self[key]))
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif isinstance(value, member) or not (isinstance(value, type) or _is_descriptor(value)):
            if isinstance(value, member):
                value = value.value
            if key in self:
                raise TypeError("%r already defined as %r" % (key, self[key]))
            value = self._resolve(key, value)
            self._member_names[key] = None
            self._last_values.append(value)
        super().__setitem__(key, value)

    def _resolve(self, key, value):
        """Replaces every `auto()` by its value."""
        if isinstance(value, auto):
            return self._next_value(key, value)
        if type(value) is tuple and any(isinstance(v, auto) for v in value):
            return tuple(self._next_value(key, v) if isinstance(v, auto) else v for v in value)
        return value

    def _next_value(self, key, asked):
        if asked.value is _unset:
            asked.value = self._generate(key, 1, len(self._member_names), self._last_values[:])
        return asked.value

    @_property
    def member_names(self):
        return list(self._member_names)

    def update(self, members, **more):
        for name, value in (members.items() if hasattr(members, "keys") else members):
            self[name] = value
        for name, value in more.items():
            self[name] = value


_FLAG_OPERATORS = ("__or__", "__and__", "__xor__", "__ror__", "__rand__", "__rxor__", "__invert__")


class EnumType(type):
    """Metaclass of enumerations."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        metacls._check_for_existing_members_(cls, bases)
        namespace = EnumDict(cls)
        _, first_enum = metacls._get_mixins_(cls, bases)
        if first_enum is not None:
            namespace["_generate_next_value_"] = first_enum._generate_next_value_
        else:
            namespace._generate = _default_next
        return namespace

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        names = list(classdict._member_names)
        for key in classdict._ignore:
            classdict.pop(key, None)
        classdict.pop("_ignore_", None)
        invalid = set(names) & {"mro", ""}
        if invalid:
            raise ValueError("invalid enum member name(s) %s" % ",".join(repr(n) for n in sorted(invalid)))
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        namespace = dict(classdict.items())
        order = namespace.pop("_order_", None)
        if "_generate_next_value_" in namespace:
            generate = namespace["_generate_next_value_"]
            if not isinstance(generate, staticmethod):
                namespace["_generate_next_value_"] = staticmethod(generate)
        values = [(name, namespace.pop(name)) for name in names]
        own_new = namespace.get("__new__")
        if own_new is not None:
            namespace["__new_member__"] = own_new
        namespace["_member_names_"] = []
        namespace["_member_map_"] = {}
        namespace["_value2member_map_"] = {}
        namespace["_unhashable_values_"] = []
        namespace["_member_type_"] = member_type
        if boundary is None:
            boundary = getattr(first_enum, "_boundary_", None)
        namespace["_boundary_"] = boundary
        namespace["_flag_mask_"] = 0
        namespace["_singles_mask_"] = 0
        enum_class = super().__new__(metacls, cls, bases, namespace, **kwds)
        new_member, use_args = metacls._find_new_(enum_class, member_type, first_enum, own_new)
        for name, value in values:
            metacls._add_member_(enum_class, name, value, new_member, use_args, member_type)
        metacls._choose_methods_(enum_class, namespace, member_type, first_enum)
        if own_new is not None or first_enum is not None:
            enum_class.__new__ = _lookup_new
        if order is not None:
            wanted = order.replace(",", " ").split()
            if wanted != enum_class._member_names_:
                raise TypeError("member order does not match _order_:\n  %r\n  %r" % (enum_class._member_names_, wanted))
        return enum_class

    def _find_new_(enum_class, member_type, first_enum, own_new):
        """The function that makes a member, and whether it wants the value as arguments."""
        if own_new is not None:
            return own_new.__func__ if isinstance(own_new, staticmethod) else own_new, True
        if first_enum is not None:
            for base in enum_class.__mro__[1:]:
                saved = base.__dict__.get("__new_member__")
                if saved is not None:
                    return saved.__func__ if isinstance(saved, staticmethod) else saved, True
        if member_type is object:
            return object.__new__, False
        return member_type.__new__, True

    def _add_member_(enum_class, name, value, new_member, use_args, member_type):
        args = value if isinstance(value, tuple) else (value,)
        if member_type is tuple:
            args = (args,)
        if use_args:
            obj = new_member(enum_class, *args)
            if not hasattr(obj, "_value_"):
                if member_type is object:
                    obj._value_ = value
                else:
                    obj._value_ = member_type(*args)
        else:
            obj = new_member(enum_class)
            obj._value_ = value
        value = obj._value_
        if enum_class._boundary_ is not None and isinstance(value, int):
            if value >= 0:
                enum_class._flag_mask_ |= value
                if value and value & (value - 1) == 0:
                    enum_class._singles_mask_ |= value
        found = None
        try:
            found = enum_class._value2member_map_.get(value)
        except TypeError:
            for unhashable in enum_class._unhashable_values_:
                if unhashable[0] == value:
                    found = unhashable[1]
        if found is not None:
            enum_class._member_map_[name] = found
            type.__setattr__(enum_class, name, found) if not _inherited_property(enum_class, name) else None
            return
        obj._name_ = name
        obj.__objclass__ = enum_class
        obj._sort_order_ = len(enum_class._member_names_)
        obj.__init__(*args)
        is_composite = (
            enum_class._boundary_ is not None and isinstance(value, int) and (value == 0 or value & (value - 1) != 0)
        )
        if not is_composite:
            enum_class._member_names_.append(name)
        enum_class._member_map_[name] = obj
        if not _inherited_property(enum_class, name):
            type.__setattr__(enum_class, name, obj)
        try:
            enum_class._value2member_map_[value] = obj
        except TypeError:
            enum_class._unhashable_values_.append((value, obj))

    def _choose_methods_(enum_class, namespace, member_type, first_enum):
        """Mixed-in data types must not hide the enumeration's own text methods."""
        if first_enum is None or member_type is object:
            return
        for name in ("__repr__", "__str__", "__format__", "__reduce_ex__"):
            if name in namespace:
                continue
            enum_method = getattr(first_enum, name, None)
            found = getattr(enum_class, name, None)
            object_method = getattr(object, name, None)
            data_method = getattr(member_type, name, None)
            if found is not None and found in (data_method, object_method) and enum_method is not None:
                type.__setattr__(enum_class, name, enum_method)
        if Flag is not None and issubclass(enum_class, Flag):
            for name in _FLAG_OPERATORS:
                if name not in namespace:
                    type.__setattr__(enum_class, name, getattr(first_enum, name))

    @classmethod
    def _check_for_existing_members_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if isinstance(base, EnumType) and base._member_names_:
                    raise TypeError("<enum %r> cannot extend %r" % (class_name, base))

    @classmethod
    def _get_mixins_(mcls, class_name, bases):
        if not bases:
            return object, None
        first_enum = bases[-1]
        if not isinstance(first_enum, EnumType):
            raise TypeError("new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`")
        data_types = []
        for chain in bases:
            candidate = None
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    if base._member_type_ is not object:
                        data_types.append(base._member_type_)
                        break
                elif "__new__" in base.__dict__:
                    data_types.append(candidate or base)
                    break
                else:
                    candidate = candidate or base
        distinct = []
        for kind in data_types:
            if kind not in distinct:
                distinct.append(kind)
        if len(distinct) > 1:
            raise TypeError("too many data types for %r: %r" % (class_name, set(distinct)))
        return (distinct[0] if distinct else object), first_enum

    def __bool__(cls):
        return True

    def __call__(cls, value, names=_unset, *values, module=None, qualname=None, type=None, start=1, boundary=None):
        if cls._member_map_ or names is _unset:
            if names is not _unset:
                value = (value, names) + values
            return cls.__new__(cls, value)
        return cls._create_(value, names, module=module, qualname=qualname, type=type, start=start, boundary=boundary)

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        classdict = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            generated, last = [], []
            for count, name in enumerate(names):
                value = cls._generate_next_value_(name, start, count, last[:])
                last.append(value)
                generated.append((name, value))
            names = generated
        for item in names:
            if isinstance(item, str):
                classdict[item] = names[item]
            else:
                classdict[item[0]] = item[1]
        if module is not None:
            classdict["__module__"] = module
        if qualname is not None:
            classdict["__qualname__"] = qualname
        return metacls.__new__(metacls, class_name, bases, classdict, boundary=boundary)

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        try:
            cls(value)
            return True
        except ValueError:
            return False

    def __delattr__(cls, attr):
        if attr in cls._member_map_:
            raise AttributeError("%r cannot delete member %r." % (cls.__name__, attr))
        super().__delattr__(attr)

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError("cannot reassign member %r" % (name,))
        super().__setattr__(name, value)

    def __dir__(cls):
        return sorted(
            ["__class__", "__contains__", "__doc__", "__getitem__", "__iter__", "__len__", "__members__",
             "__module__", "__name__", "__qualname__"] + cls._member_names_
        )

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __len__(cls):
        return len(cls._member_names_)

    @_mapping_members
    def __members__(cls):
        return cls._member_map_

    def __repr__(cls):
        if Flag is not None and issubclass(cls, Flag):
            return "<flag %r>" % cls.__name__
        return "<enum %r>" % cls.__name__


EnumMeta = EnumType

Flag = None


def _inherited_property(enum_class, name):
    """Whether a base defines an enum property of this name, through which the member is reached."""
    for base in enum_class.__mro__[1:]:
        found = base.__dict__.get(name)
        if found is not None:
            return isinstance(found, property)
    return False


def _default_next(name, start, count, last_values):
    if not last_values:
        return start
    try:
        last_value = sorted(last_values).pop()
    except TypeError:
        raise TypeError("unable to sort non-numeric values") from None
    try:
        return last_value + 1
    except TypeError:
        raise TypeError("unable to increment %r" % (last_value,)) from None


def _lookup_new(cls, value):
    """`Enum(value)`: the member with this value."""
    if type(value) is cls:
        return value
    try:
        return cls._value2member_map_[value]
    except KeyError:
        pass
    except TypeError:
        for unhashable, found in cls._unhashable_values_:
            if unhashable == value:
                return found
    error = None
    try:
        result = cls._missing_(value)
    except Exception as exc:
        error = exc
        result = None
    try:
        if isinstance(result, cls):
            return result
        if Flag is not None and issubclass(cls, Flag) and cls._boundary_ is EJECT and isinstance(result, int):
            return result
        failure = ValueError("%r is not a valid %s" % (value, cls.__qualname__))
        if result is None and error is None:
            raise failure
        if error is None:
            error = TypeError(
                "error in %s._missing_: returned %r instead of None or a valid member" % (cls.__name__, result)
            )
        if not isinstance(error, ValueError):
            error.__context__ = failure
        raise error
    finally:
        error = None
        failure = None


class Enum(metaclass=EnumType):
    """Base class of enumerations."""

    @property
    def name(self):
        """The name of the member."""
        return self._name_

    @property
    def value(self):
        """The value of the member."""
        return self._value_

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return _default_next(name, start, count, last_values)

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        show = self._value_repr_ or repr
        return "<%s.%s: %s>" % (self.__class__.__name__, self._name_, show(self._value_))

    def __str__(self):
        return "%s.%s" % (self.__class__.__name__, self._name_)

    def __dir__(self):
        return sorted({"__class__", "__doc__", "__eq__", "__hash__", "__module__", "name", "value"})

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


Enum.__new__ = _lookup_new
Enum._value_repr_ = None


class ReprEnum(Enum):
    """Only the representation is the enumeration's: text and formatting are the data type's."""


class IntEnum(int, ReprEnum):
    """Members are integers too."""
    __str__ = int.__repr__
    __format__ = int.__format__


class StrEnum(str, ReprEnum):
    """Members are strings too."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError("too many arguments for str(): %r" % (values,))
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError("%r is not a string" % (values[0],))
        value = str(*values)
        member = str.__new__(cls, value)
        member._value_ = value
        return member

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    __str__ = str.__str__
    __format__ = str.__format__


class FlagBoundary(StrEnum):
    """What happens to values outside the flags."""
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


def _bits(value):
    """The single bits of a number, lowest first."""
    while value:
        bit = value & -value
        yield bit
        value &= ~bit


class Flag(Enum, boundary=STRICT):
    """Members combine with the bit operators."""

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        last_value = max(last_values)
        try:
            return 2 ** last_value.bit_length()
        except Exception:
            raise TypeError("invalid flag value %r" % (last_value,)) from None

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError("%r is not a valid %s" % (value, cls.__qualname__))
        mask = cls._flag_mask_
        full = (1 << mask.bit_length()) - 1
        negative = value < 0
        unknown = (~value if negative else value) & ~full if cls._boundary_ is not KEEP else 0
        if negative:
            value = full & value if not unknown else value
        if value >= 0 and value & ~mask or unknown:
            if cls._boundary_ is STRICT:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError(
                    "%r invalid value %r\n    given %s\n  allowed %s"
                    % (cls, value, _binary(value, width), _binary(mask, width))
                )
            if cls._boundary_ is CONFORM:
                value &= mask
            elif cls._boundary_ is EJECT:
                return value
        found = cls._value2member_map_.get(value)
        if found is not None:
            return found
        if cls._member_type_ is object:
            pseudo = object.__new__(cls)
        else:
            pseudo = cls._member_type_.__new__(cls, value)
        pseudo._value_ = value
        names = [m._name_ for m in cls._iter_member_(value)]
        rest = value & ~mask
        if names:
            pseudo._name_ = "|".join(names)
            if rest:
                pseudo._name_ += "|%r" % (rest,)
        else:
            pseudo._name_ = None
        return cls._value2member_map_.setdefault(value, pseudo)

    @classmethod
    def _iter_member_(cls, value):
        for bit in _bits(value & cls._flag_mask_):
            found = cls._value2member_map_.get(bit)
            if found is not None:
                yield found

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError(
                "unsupported operand type(s) for 'in': %r and %r"
                % (type(other).__qualname__, self.__class__.__qualname__)
            )
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        return self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        name = self.__class__.__name__
        show = self._value_repr_ or repr
        if self._name_ is None:
            return "<%s: %s>" % (name, show(self._value_))
        return "<%s.%s: %s>" % (name, self._name_, show(self._value_))

    def __str__(self):
        name = self.__class__.__name__
        if self._name_ is None:
            return "%s(%r)" % (name, self._value_)
        return "%s.%s" % (name, self._name_)

    def __bool__(self):
        return bool(self._value_)

    def _get_value(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        if self._member_type_ is not object and isinstance(other, self._member_type_):
            return other
        return NotImplemented

    def __or__(self, other):
        value = self._get_value(other)
        return value if value is NotImplemented else self.__class__(self._value_ | value)

    def __and__(self, other):
        value = self._get_value(other)
        return value if value is NotImplemented else self.__class__(self._value_ & value)

    def __xor__(self, other):
        value = self._get_value(other)
        return value if value is NotImplemented else self.__class__(self._value_ ^ value)

    def __invert__(self):
        if self._boundary_ in (EJECT, KEEP):
            return self.__class__(~self._value_)
        return self.__class__(self._singles_mask_ & ~self._value_)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Flags that are integers too."""
    __str__ = int.__repr__
    __format__ = int.__format__


def _binary(value, width):
    """Two's complement digits as error messages show them."""
    digits = format(value & ((1 << width) - 1), "0%db" % width)
    return "0b%d %s" % (value < 0, digits)


def unique(enumeration):
    """Class decorator that refuses aliases."""
    aliases = [(name, m.name) for name, m in enumeration.__members__.items() if name != m.name]
    if aliases:
        details = ", ".join("%s -> %s" % pair for pair in aliases)
        raise ValueError("duplicate values found in %r: %s" % (enumeration, details))
    return enumeration


def global_enum(cls, update_str=False):
    """Export the members into their module."""
    import sys
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls
