# Storing under an equal key keeps the old key and drops the new one.
class K:
    def __init__(self, tag):
        self.tag = tag

    def __hash__(self):
        return 7

    def __eq__(self, other):
        return isinstance(other, K)

    def __del__(self):
        print("del", self.tag)


d = {}
d[K("first")] = 1
print("stored")
d[K("second")] = 2
print("stored again")
print(d[K("probe")])
print(K("member") in d)
del d[K("eraser")]
print(len(d))
s = {K("s1")}
s.add(K("s2"))
print("set")
s.discard(K("s3"))
print(len(s))
