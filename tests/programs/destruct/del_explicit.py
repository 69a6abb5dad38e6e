# Calling __del__ by hand does not count as finalising.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


t = T("x")
t.__del__()
T.__del__(t)
print("called twice")
del t
print("end")
