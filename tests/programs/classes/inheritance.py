# Inheritance, overriding, super().
class Animal:
    sound = "..."
    def __init__(self, name):
        self.name = name
    def speak(self):
        return f"{self.name} says {self.sound}"
    def kind(self):
        return "animal"
    def __repr__(self):
        return f"{type(self).__name__}({self.name!r})"
class Dog(Animal):
    sound = "woof"
    def kind(self):
        return "dog < " + super().kind()
class Puppy(Dog):
    def __init__(self, name, age):
        super().__init__(name)
        self.age = age
    def kind(self):
        return "puppy < " + super().kind()
    def speak(self):
        return super().speak() + "!"
for a in (Animal("a"), Dog("d"), Puppy("p", 1)):
    print(a, a.speak(), a.kind(), a.__dict__, isinstance(a, Dog), issubclass(type(a), Animal))
print(Puppy.__mro__, Puppy.__bases__, Dog.__base__, Puppy.mro() == list(Puppy.__mro__), [c.__name__ for c in Animal.__subclasses__()])
class Old(Animal):
    def kind(self):
        return Animal.kind(self) + " old style"
print(Old("o").kind(), Dog.kind(Puppy("q", 2)), super(Puppy, Puppy("r", 3)).kind(), super(Dog, Puppy("s", 4)).kind())
class NoInit(Puppy):
    pass
try:
    NoInit("x")
except TypeError as error:
    print(error)
class Override(Dog):
    speak = None
    sound = property(lambda self: "computed")
print(Animal.speak(Override("v")))
try:
    Override("w").speak()
except TypeError as error:
    print(error)
for base in (5, None, bool, type(None), range):
    try:
        class Bad(base):
            pass
        print("made")
    except TypeError as error:
        print(error)
