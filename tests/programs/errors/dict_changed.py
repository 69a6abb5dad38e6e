# Containers changed while they are walked.
def show(f):
    try:
        f()
    except RuntimeError as e:
        print(e)


def grow():
    d = {1: 1}
    for k in d:
        d[k + 1] = 1


def swap():
    d = {1: 1, 2: 2}
    for k in d:
        del d[k]
        d[k + 10] = 1


def values():
    d = {1: 1}
    for v in d.values():
        d.clear()


def a_set():
    s = {1}
    for x in s:
        s.add(x + 1)


for f in grow, swap, values, a_set:
    show(f)
grow()
