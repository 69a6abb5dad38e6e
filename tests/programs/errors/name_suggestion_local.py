# A typo in the name of a local variable.
def area(width, height):
    return width * heigth


print(area(2, 3))
