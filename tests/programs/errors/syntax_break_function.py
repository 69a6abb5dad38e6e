# break in a function inside a loop.
for x in 1, 2:
    def f():
        break
