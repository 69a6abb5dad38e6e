# KeyboardInterrupt and GeneratorExit raised by the program.
def f(kind):
    try:
        raise kind("text")
    except Exception:
        print("never")
    except BaseException as e:
        print(type(e).__name__, e)


for kind in KeyboardInterrupt, GeneratorExit, SystemExit, BaseException:
    f(kind)
raise GeneratorExit("uncaught")
