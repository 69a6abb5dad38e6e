# Thousands of functions, each called a few times.
functions = []
for i in range(2000):
    space = {}
    exec(f"def f(x):\n    return x + {i}", space)
    functions.append(space["f"])
print(sum(f(1) for f in functions))
print(sum(f(1.5) for f in functions))
closures = [lambda x, i=i: (lambda y: x + y + i) for i in range(5000)]
print(sum(c(1)(2) for c in closures))
total = 0
for i in range(5000):

    def local(a, b=i):
        return a - b

    total += local(i)
print(total)
classes = [type("C", (), {"m": lambda self, i=i: i}) for i in range(1000)]
print(sum(c().m() for c in classes))
