# OverflowError and relatives.
import math


def show(f):
    try:
        f()
    except (OverflowError, ValueError, MemoryError) as e:
        print(type(e).__name__, e)


show(lambda: 2.0 ** 10000)
show(lambda: 10.0 ** 400)
show(lambda: float(10 ** 400))
show(lambda: 10 ** 400 / 3)
show(lambda: int(float("inf")))
show(lambda: 1 << -1)
show(lambda: 1 >> -1)
show(lambda: math.exp(1000))
show(lambda: math.sqrt(-1))
show(lambda: math.log(0))
show(lambda: math.factorial(-1))
show(lambda: round(float("inf")))
show(lambda: "a" * (2 ** 63))
show(lambda: [1] * (2 ** 62))
show(lambda: range(2 ** 70).__len__())
show(lambda: len(range(2 ** 64)))
show(lambda: chr(2 ** 70))
show(lambda: (2 ** 100).__index__().to_bytes(2, "big"))
