# Publish and subscribe, with closures, bound methods and decorators.
class Bus:
    def __init__(self): self.handlers = {}
    def on(self, name, handler=None, *, priority=0):
        if handler is None:
            return lambda f: self.on(name, f, priority=priority)
        self.handlers.setdefault(name, []).append((-priority, len(self.handlers.get(name, ())), handler))
        self.handlers[name].sort(key=lambda t: t[:2])
        return handler
    def emit(self, name, *args, **kw):
        results = []
        for _, _, h in list(self.handlers.get(name, ())):
            try:
                results.append(h(*args, **kw))
            except Exception as error:
                results.append(f"{type(error).__name__}: {error}")
        return results
bus = Bus()
@bus.on("greet")
def hello(name, punct="."): return "hello " + name + punct
@bus.on("greet", priority=5)
def first(name, **kw): return ("first", name, kw)
class Counter:
    def __init__(self, start): self.n = start
    def bump(self, *args, **kw):
        self.n += 1
        return self.n
c, d = Counter(0), Counter(100)
bus.on("greet", c.bump)
bus.on("greet", d.bump, priority=1)
bus.on("boom", lambda: 1 / 0)
bus.on("boom", lambda: {}["k"])
def once(name, f):
    def wrapper(*args):
        bus.handlers[name] = [t for t in bus.handlers[name] if t[2] is not wrapper]
        return f(*args)
    return bus.on(name, wrapper)
once("tick", lambda n: ("once", n))
bus.on("tick", lambda n: ("always", n))
print(bus.emit("greet", "bob", punct="!"))
print(bus.emit("greet", "al"))
print(bus.emit("boom"), bus.emit("nothing"))
print(bus.emit("tick", 1), bus.emit("tick", 2))
print({k: len(v) for k, v in bus.handlers.items()}, c.n, d.n)
