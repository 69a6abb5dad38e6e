# Arguments and keyword arguments whose evaluation changes the callee's containers.
def f(*args, **kw):
    return args, sorted(kw)


class Mapping:
    def __init__(self, action):
        self.action = action

    def keys(self):
        self.action()
        return ["a", "b"]

    def __getitem__(self, key):
        self.action()
        return key


def show(name, call):
    global l, d
    l = [1, 2, 3]
    d = {"x": 1, "y": 2}
    try:
        print(name, call(), l, d)
    except Exception as e:
        print(name, type(e).__name__, e)


show("star", lambda: f(*l, l.clear()))
show("star twice", lambda: f(*l, *(l.append(4) or l)))
show("dict", lambda: f(**d, z=d.clear()))
show("mapping", lambda: f(**Mapping(d.clear), **d))
show("mapping list", lambda: f(*l, **Mapping(l.clear)))
show("repeat", lambda: f(**Mapping(lambda: None), **Mapping(lambda: None)))
show("update", lambda: d.update(Mapping(lambda: d.clear())))
show("dict()", lambda: dict(Mapping(lambda: d.clear()), q=1))
show("index", lambda: l[l.pop()] if len(l) > 5 else l[l.pop() - 2])
show("store", lambda: l.__setitem__(0, l.clear() or 1))
show("augment", lambda: exec("l[0] += l.clear() or 5", globals()))
show("augment dict", lambda: exec("d['x'] += d.clear() or 5", globals()))
show("swap", lambda: exec("l[0], l[1] = l[1], l.pop()", globals()))
show("chain", lambda: exec("l = l[0] = 5", globals()))
show("self index", lambda: exec("i = 0; i, l[i] = 2, 'set'", globals()))
