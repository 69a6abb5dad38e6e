# Cycles still alive at exit are finalised too.
class Node:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


a = Node("self cycle")
a.me = a
del a
x = Node("held by a global")
x.me = x
print("end of program")
