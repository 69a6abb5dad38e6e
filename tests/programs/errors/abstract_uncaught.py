# An abstract class that is instantiated.
from abc import ABC, abstractmethod


class Shape(ABC):
    @abstractmethod
    def area(self):
        pass


class Square(Shape):
    pass


try:
    Shape()
except TypeError as e:
    print(e)
Square()
