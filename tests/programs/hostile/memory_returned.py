# The same work many times over leaves nothing behind.
import weakref


class T:
    pass


def cycle_free():
    t = T()
    refs.append(weakref.ref(t))
    t.items = [T(), {"k": T()}, (T(),)]
    g = (x for x in t.items)
    next(g)
    try:
        raise ValueError(t)
    except ValueError as e:
        t.error = str(type(e))
    f = lambda: t.items
    return len(f())


refs = []
for _ in range(300):
    cycle_free()
print(len(refs), sum(r() is not None for r in refs))
