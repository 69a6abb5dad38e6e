# Shared and copied lists.
grid = [[0] * 3] * 2
grid[0][1] = 5
print(grid, grid[0] is grid[1])
grid = [[0] * 3 for _ in range(2)]
grid[0][1] = 5
print(grid)
a = [1, [2, 3]]
b = a.copy()
c = a[:]
d = list(a)
b[1].append(4)
b[0] = "b"
print(a, b, c, d, a[1] is d[1])
def change(items):
    items.append("changed")
    items = ["new"]
    return items
print(change(a), a)
def default(x, acc=[]):
    acc.append(x)
    return acc
print(default(1), default(2), default(3, []), default(4))
x = y = []
x.append(1)
print(y, x is y)
x = x + [2]
print(y, x)
t = ([], [])
t[0].append(1)
print(t)
nested = [[[1]]]
alias = nested[0]
alias[0][0] = 2
alias.append(3)
print(nested)
