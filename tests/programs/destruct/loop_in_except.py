# Exceptions caught in a loop: each round drops its own.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


class E(Exception):
    pass


def fail(i):
    t = T(f"local {i}")
    raise E(i)


last = None
for i in range(3):
    try:
        fail(i)
    except E as e:
        if i == 1:
            last = e
            continue
        print("handled", e)
    finally:
        print("finally", i)
print("kept", last)
last = None
print("end")
