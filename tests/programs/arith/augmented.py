# Augmented assignment to every kind of target, each evaluated once.
def index():
    print("index")
    return 1
def box():
    print("box")
    return holder
class Holder:
    pass
holder = Holder()
holder.n = 5
items = [1, 2, 3]
items[index()] += 10
items[index()] *= 2
print(items)
box().n -= 3
box().n **= 3
print(holder.n)
table = {"a": 1}
table["a"] <<= 4
table["a"] |= 3
print(table)
s = "ab"
s += "cd"
s *= 2
print(s)
t = (1, 2)
old = t
t += (3,)
print(t, old)
u = [1, 2]
alias = u
u += "xy"
u *= 2
print(alias, u is alias)
m = [[0] * 3 for _ in range(2)]
m[1][2] += 7
print(m)
try:
    t[0] += 1
except TypeError as error:
    print(error)
frozen = ([1],)
try:
    frozen[0] += [2]
except TypeError as error:
    print(error, frozen)
