# Chained comparisons evaluate every operand once and stop early.
def show(value):
    print("eval", value)
    return value
print(show(1) < show(2) < show(3))
print(show(1) < show(0) < show(3))
print(show(1) < show(2) > show(0) != show(5) == show(5))
print(1 < 2 < 3 < 4, 1 < 2 < 2, 1 == 1 != 2, 3 > 2 >= 2 > 1)
print(1 in [1] == True, (1 in [1]) == True, 1 < 2 in [2], not 1 < 2 < 3)
x = 5
print(0 <= x < 10, 0 <= x < 5, 10 > x > 3 > 1, x is x is not None)
print(show("a") if show(1) < show(2) < show(1) else show("b"))
if 1 < x < 3 or 4 < x < 6:
    print("between")
while 0 < x < 6:
    x -= 2
print(x)
