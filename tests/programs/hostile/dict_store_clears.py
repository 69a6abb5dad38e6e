# d[k] = v, lookup and deletion where __eq__ clears the dict.
class Key:
    def __init__(self, n, answer):
        self.n = n
        self.answer = answer

    def __hash__(self):
        return 42

    def __eq__(self, other):
        if armed:
            d.clear()
        return self.answer

    def __repr__(self):
        return f"K{self.n}"


def attempt(name, f):
    global d, armed
    armed = False
    d = {}
    d[Key(1, answer)] = "one"
    d["other"] = "two"
    armed = True
    try:
        result = f()
    except KeyError as e:
        result = "KeyError"
    armed = False
    print(name, answer, result, d)


for answer in False, True:
    attempt("store", lambda: d.__setitem__(Key(2, answer), "new"))
    attempt("load", lambda: d[Key(2, answer)])
    attempt("get", lambda: d.get(Key(2, answer), "default"))
    attempt("delete", lambda: d.__delitem__(Key(2, answer)))
    attempt("pop", lambda: d.pop(Key(2, answer), "default"))
    attempt("in", lambda: Key(2, answer) in d)
    attempt("setdefault", lambda: d.setdefault(Key(2, answer), "set"))
    attempt("update", lambda: d.update({Key(2, answer): "u"}))
