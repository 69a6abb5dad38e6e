# Conversion between huge integers and decimal text is limited.
def show(f):
    try:
        print(f())
    except ValueError as e:
        print(e)


show(lambda: len(str(10 ** 4000)))
show(lambda: str(10 ** 5000))
show(lambda: int("1" * 5000))
show(lambda: len(hex(10 ** 5000)))
show(lambda: f"{10 ** 5000}")
show(lambda: int("f" * 5000, 16) > 0)
