# ZeroDivisionError of each operator and type.
def show(f):
    try:
        f()
    except ZeroDivisionError as e:
        print(e)


show(lambda: 1 / 0)
show(lambda: 1 // 0)
show(lambda: 1 % 0)
show(lambda: divmod(1, 0))
show(lambda: 1.0 / 0)
show(lambda: 1.0 // 0.0)
show(lambda: 1.0 % 0)
show(lambda: divmod(1.0, 0.0))
show(lambda: 0 ** -1)
show(lambda: 0.0 ** -1)
show(lambda: 2 ** 100 // 0)
show(lambda: 2 ** 100 % 0)
show(lambda: 2 ** 100 / 0)
show(lambda: True / False)
show(lambda: pow(0, -2))
