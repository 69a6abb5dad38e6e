# Expression trees, dispatch by class name.
class Expr:
    def __add__(self, o): return Bin("+", self, wrap(o))
    def __radd__(self, o): return Bin("+", wrap(o), self)
    def __mul__(self, o): return Bin("*", self, wrap(o))
    def __rmul__(self, o): return Bin("*", wrap(o), self)
    def __neg__(self): return Neg(self)
class Num(Expr):
    def __init__(self, v): self.v = v
class Var(Expr):
    def __init__(self, n): self.n = n
class Bin(Expr):
    def __init__(self, op, l, r): self.op, self.l, self.r = op, l, r
class Neg(Expr):
    def __init__(self, e): self.e = e
def wrap(x): return x if isinstance(x, Expr) else Num(x)
class Visitor:
    def visit(self, e):
        return getattr(self, "visit_" + type(e).__name__.lower(), self.generic)(e)
    def generic(self, e):
        raise NotImplementedError(f"{type(self).__name__} cannot visit {type(e).__name__}")
class Show(Visitor):
    def visit_num(self, e): return str(e.v)
    def visit_var(self, e): return e.n
    def visit_bin(self, e): return f"({self.visit(e.l)} {e.op} {self.visit(e.r)})"
    def visit_neg(self, e): return "-" + self.visit(e.e)
class Eval(Visitor):
    def __init__(self, **env): self.env = env
    def visit_num(self, e): return e.v
    def visit_var(self, e): return self.env[e.n]
    def visit_bin(self, e):
        l, r = self.visit(e.l), self.visit(e.r)
        return l + r if e.op == "+" else l * r
class Derive(Visitor):
    def __init__(self, x): self.x = x
    def visit_num(self, e): return Num(0)
    def visit_var(self, e): return Num(int(e.n == self.x))
    def visit_bin(self, e):
        if e.op == "+":
            return self.visit(e.l) + self.visit(e.r)
        return self.visit(e.l) * e.r + e.l * self.visit(e.r)
    def visit_neg(self, e): return -self.visit(e.e)
x, y = Var("x"), Var("y")
e = 3 * x * x + y * 2 + 1
print(Show().visit(e), Eval(x=2, y=5).visit(e), Show().visit(Derive("x").visit(e)), Eval(x=2, y=5).visit(Derive("x").visit(e)))
for f in (lambda: Eval().visit(e), lambda: Eval(x=1).visit(-x), lambda: Show().visit("text")):
    try:
        f()
    except (KeyError, NotImplementedError) as error:
        print(type(error).__name__, error)
