# helper module
"""Shapes."""
print("loading", __name__)
PI = 3
_private = "hidden"
__version__ = "1.0"
class Square:
    def __init__(self, s): self.s = s
    def area(self): return self.s ** 2
def circle(r): return PI * r * r
def set_pi(v):
    global PI
    PI = v
