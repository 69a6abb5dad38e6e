# Catching RecursionError at the bottom and recursing again.
def down(n):
    try:
        return down(n + 1)
    except RecursionError:
        return n


first = down(0)
second = down(0)
print(first > 100, abs(first - second) < 50)


def retry(times):
    count = 0
    for _ in range(times):
        try:
            down_plain()
        except RecursionError:
            count += 1
    return count


def down_plain():
    down_plain()


print(retry(20))


class T:
    def __del__(self):
        try:
            down_plain()
        except RecursionError:
            log.append("del")


log = []
t = T()
del t
print(log)
