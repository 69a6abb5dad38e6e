# import * inside a function.
def f():
    from math import *
