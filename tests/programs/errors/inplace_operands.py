# TypeError texts of the augmented assignments.
def show(f, *args):
    try:
        f(*args)
    except TypeError as e:
        print(e)


for op in "+= -= *= /= //= %= **= <<= >>= &= |= ^= @=".split():
    space = {"a": 1}
    show(exec, f"a {op} 'text'", space)
x = [1]
try:
    x += 5
except TypeError as e:
    print(e)
x = (1,)
try:
    x += [2]
except TypeError as e:
    print(e)
x = {1}
try:
    x |= [2]
except TypeError as e:
    print(e)
