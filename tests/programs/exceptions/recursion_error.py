# RecursionError can be caught, and the program goes on.
def deep(n):
    return deep(n + 1) + 1
for _ in range(2):
    try:
        deep(0)
    except RecursionError as e:
        print(type(e).__name__, str(e).startswith("maximum recursion depth exceeded"))
class R:
    def __repr__(self): return repr(self)
    def __getattr__(self, name): return getattr(self, name + "x")
    def __eq__(self, o): return self == o
    def __call__(self): return self()
    def __add__(self, o): return self + o
    def __iter__(self): return iter(self)
    def __len__(self): return len(self)
r = R()
for f in (lambda: repr(r), lambda: r.a, lambda: r == 1, lambda: r(), lambda: r + 1, lambda: list(r), lambda: len(r)):
    try:
        f()
        print("no error")
    except RecursionError as e:
        print("caught")
def with_finally(n, out):
    try:
        with_finally(n + 1, out)
    finally:
        out[0] += 1
out = [0]
try:
    with_finally(0, out)
except RecursionError:
    print("finally ran", out[0] > 100)
def catch_inside(n):
    try:
        return catch_inside(n + 1)
    except RecursionError:
        return "caught deep"
print(catch_inside(0))
def ok(n): return 0 if n == 0 else 1 + ok(n - 1)
print(ok(800))
