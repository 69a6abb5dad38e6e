# remove, index, count and in on a list that its element's __eq__ changes.
class Key:
    def __init__(self, action, answer=False):
        self.action = action
        self.answer = answer

    def __eq__(self, other):
        self.action()
        return self.answer


def attempt(name, f):
    try:
        result = f()
    except Exception as e:
        result = f"{type(e).__name__}: {e}"
    print(name, result, len(l))


for answer in False, True:
    for action in "clear", "append", "pop", "insert":
        for method in "remove", "index", "count", "__contains__":
            l = [0, 1, 2, 3]
            step = {
                "clear": lambda: l.clear(),
                "append": lambda: len(l) < 8 and l.append(9),
                "pop": lambda: l and l.pop(),
                "insert": lambda: len(l) < 8 and l.insert(0, 7),
            }[action]
            attempt(f"{method} {action} {answer}", lambda: getattr(l, method)(Key(step, answer)))
