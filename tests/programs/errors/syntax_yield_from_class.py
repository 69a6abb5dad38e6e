# yield from in a class body.
class A:
    x = yield from [1]
