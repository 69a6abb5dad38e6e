# Changing a dict while iterating it.
d = {i: i * i for i in range(4)}
try:
    for k in d:
        d[k + 100] = 0
except RuntimeError as error:
    print(error, len(d))
try:
    for k in d:
        del d[k]
except RuntimeError as error:
    print(error, len(d))
for k in d:
    d[k] = "changed"
print(d)
d = {"a": 1, "b": 2}
try:
    for k, v in d.items():
        del d[k]
        d[k + k] = v
except RuntimeError as error:
    print(error, d)
for k in list(d):
    del d[k]
print(d)
it = iter({"x": 1}.items())
print(next(it), next(it, "end"), next(it, "end"))
e = {1: 1}
it = iter(e)
e[2] = 2
try:
    next(it)
except RuntimeError as error:
    print(error)
e = {1: 1, 2: 2, 3: 3}
it = iter(e.values())
print(it.__length_hint__(), next(it), it.__length_hint__())
s = {1, 2}
try:
    for x in s:
        s.add(x + 10)
except RuntimeError as error:
    print(error)
