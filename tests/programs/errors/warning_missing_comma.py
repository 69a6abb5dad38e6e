# A call of a literal is reported as a warning before the program runs.
try:
    [1, 2](0)
except TypeError as e:
    print(e)
try:
    [[1, 2] [3, 4]]
except TypeError as e:
    print(e)
