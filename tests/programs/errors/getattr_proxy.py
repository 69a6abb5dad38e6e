# The program's own attribute errors keep their object and name.
class Proxy:
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        return getattr(self._target, name)


p = Proxy([1, 2])
p.append(3)
print(p._target)
try:
    p.push(4)
except AttributeError as e:
    print(e.name, e.obj)
p.push(5)
