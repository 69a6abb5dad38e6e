# A missing colon after a class's head.
class A(object)
    pass
