# continue in a class body inside a loop.
while True:
    class A:
        continue
