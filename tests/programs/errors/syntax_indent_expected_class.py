# No indented block after a class's head.
class A:
class B:
    pass
