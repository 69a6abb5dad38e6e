# helper
class Thing:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del keeper", self.name)


a = Thing("a")
z = Thing("z")
