# The finaliser run by a rebinding already sees the new value.
class Watch:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name, "sees", current if isinstance(current, str) else current.name)


current = "none"
current = Watch("a")
current = Watch("b")
current = "plain"
print("end")
