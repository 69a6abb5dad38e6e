# sort whose key or comparison changes the list it sorts.
def attempt(name, key, reverse=False):
    global l
    l = [3, 1, 2]
    try:
        l.sort(key=key, reverse=reverse)
        print(name, l)
    except ValueError as e:
        print(name, "ValueError", e, l)


def clears(x):
    l.clear()
    return x


def appends(x):
    l.append(x)
    return x


def replaces(x):
    l[:] = [9, 9, 9]
    return x


def sorts(x):
    l.sort()
    return x


def fails(x):
    l.append("from key")
    raise ValueError("key fails")


def appends_and_clears(x):
    l.append(x)
    l.clear()
    return -x


for key in clears, appends, replaces, sorts, fails, appends_and_clears:
    attempt(key.__name__, key)
    attempt(key.__name__ + " reversed", key, True)


class Less:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        l.append(self)
        return self.n < other.n


attempt("lt appends", Less)
print(sorted(l, key=lambda x: l.clear() or 0), l)
