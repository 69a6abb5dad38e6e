# A class with keyword repeated.
class A(metaclass=type, metaclass=type):
    pass
