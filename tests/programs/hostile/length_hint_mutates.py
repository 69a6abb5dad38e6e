# An iterable whose __length_hint__ or __len__ changes the destination.
class Source:
    def __init__(self, hint):
        self.hint = hint

    def __iter__(self):
        return iter((2, 1, 0))

    def __length_hint__(self):
        return self.hint()


def attempt(name, hint):
    global l
    for operation in (lambda: l.extend(Source(hint)), lambda: list(Source(hint)),
                      lambda: tuple(Source(hint)), lambda: l.__iadd__(Source(hint)),
                      lambda: [*Source(hint), 1]):
        l = [7, 8]
        try:
            print(name, operation(), l)
        except Exception as e:
            print(name, type(e).__name__, e, l)


attempt("clear", lambda: l.clear() or 5)
attempt("append", lambda: l.append(0) or 0)
attempt("negative", lambda: -1)
attempt("text", lambda: "x")
attempt("raises", lambda: 1 / 0)
attempt("type error", lambda: len(5))
attempt("none", lambda: NotImplemented)
attempt("huge", lambda: 2 ** 70)
