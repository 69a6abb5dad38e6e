# AttributeError with a suggestion, uncaught.
class Point:
    def __init__(self):
        self.horizontal = 1
        self.vertical = 2


p = Point()
print(p.vertical)
print(p.horizontl)
