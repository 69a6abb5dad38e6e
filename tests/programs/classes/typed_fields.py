# A small validating framework with descriptors and inheritance.
class Field:
    kind = object
    def __init__(self, default=None): self.default = default
    def __set_name__(self, owner, name): self.name = name
    def __get__(self, obj, owner):
        return self if obj is None else obj._values.get(self.name, self.default)
    def __set__(self, obj, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name} must be {self.kind.__name__}, not {type(value).__name__}")
        self.validate(value)
        obj._values[self.name] = value
    def validate(self, value): pass
class Integer(Field): kind = int
class Text(Field): kind = str
class Positive(Integer):
    def validate(self, value):
        super().validate(value)
        if value <= 0:
            raise ValueError(f"{self.name} must be positive")
class Model:
    def __init_subclass__(cls):
        cls.fields = [n for c in reversed(cls.__mro__) for n, v in vars(c).items() if isinstance(v, Field)]
    def __init__(self, **kw):
        self._values = {}
        for k, v in kw.items():
            if k not in self.fields:
                raise TypeError(f"unknown field {k}")
            setattr(self, k, v)
    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{n}={getattr(self, n)!r}' for n in self.fields)})"
class Person(Model):
    name = Text("?")
    age = Positive(1)
class Worker(Person):
    salary = Integer(0)
w = Worker(name="Al", salary=5)
print(w, Worker.fields, Person(), Person.fields, w.age)
w.age = 30
print(w)
for f in (lambda: Person(name=5), lambda: Person(age=-1), lambda: Worker(x=1), lambda: setattr(w, "salary", "a")):
    try:
        f()
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
