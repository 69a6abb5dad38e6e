# A value nobody keeps dies at the end of its expression statement.
class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)

    def me(self):
        print("me", self.name)
        return self


T("alone")
print("1")
T("called").me()
print("2")
(T("pair a"), T("pair b"))
print("3")
[T("list a"), T("list b")]
print("4")
T("x").name
print("5")
T("chain").me().me().me()
print("6")
