# Errors when a class is made.
def show(code):
    try:
        exec(code, {})
    except Exception as e:
        print(type(e).__name__, e)


show("class A(5): pass")
show("class A(int, str): pass")
show("class A: pass\nclass B(A, A): pass")
show("class A: pass\nclass B(A): pass\nclass C(A, B): pass")
show("class A(bool): pass")
show("class A(type(None)): pass")
show("class A:\n  __slots__ = ('a', 'a b')")
show("class A:\n  __slots__ = ('a',)\n  a = 1")
show("class A(x=1): pass")
show("class M(type): pass\nclass N(type): pass\nclass A(metaclass=M): pass\nclass B(metaclass=N): pass\nclass C(A, B): pass")
show("super()")
show("class A:\n  def f(): super()\nA.f()")
