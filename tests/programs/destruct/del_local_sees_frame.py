# A finaliser that runs between two statements sees the effects in order.
log = []


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        log.append("del " + self.name)


def f():
    a = T("a")
    log.append("1")
    a = log.append("2")
    b = [T("b0"), T("b1")]
    log.append("3")
    b[0], b = b[1], log.append("4")
    log.append("5")
    return log.append("6")


f()
log.append("7")
print("\n".join(log))
