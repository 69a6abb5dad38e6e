# An error in a class body.
class Outer:
    x = 1

    class Inner:
        y = x + 1
