# throw, close and send at every point of a generator with handlers.
def gen(log):
    try:
        log.append("start")
        x = yield 1
        log.append(x)
        try:
            x = yield 2
        except KeyError as e:
            log.append("KeyError")
            x = yield 3
        finally:
            log.append("inner")
            yield 4
        yield 5
    except ValueError:
        log.append("ValueError")
        yield 6
    finally:
        log.append("outer")


def run(commands):
    log = []
    g = gen(log)
    out = []
    for c in commands:
        try:
            if c == "n":
                out.append(next(g))
            elif c == "s":
                out.append(g.send("sent"))
            elif c == "k":
                out.append(g.throw(KeyError("k")))
            elif c == "v":
                out.append(g.throw(ValueError("v")))
            elif c == "c":
                out.append(g.close())
        except BaseException as e:
            out.append(type(e).__name__)
    return out, log


import itertools

for commands in itertools.product("nskvc", repeat=3):
    print("".join(commands), *run("n" + "".join(commands)))
print(run("k"), run("c"), run("s"))
