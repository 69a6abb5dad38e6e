# args, str and repr of exceptions.
for e in (ValueError(), ValueError("one"), ValueError("one", 2), ValueError(None), ValueError(("t",)), KeyError("k"), KeyError(), KeyError(1, 2), KeyError("it's"), IndexError(5), Exception([1]), ZeroDivisionError("z"), StopIteration(7), SystemExit(), SystemExit(3), SystemExit("bye"), OSError(2, "No such file"), OSError(2, "msg", "name.txt"), OSError("single"), FileNotFoundError(2, "x", "f"), ImportError("imp"), ModuleNotFoundError("m", name="n"), AttributeError("a"), NameError("n"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), AssertionError("a"), KeyboardInterrupt(), RecursionError("deep"), MemoryError(), EOFError("eof"), SyntaxError("syn")):
    print(type(e).__name__, e.args, str(e), repr(e))
e = ValueError("a", 1)
e.args = ("changed",)
print(e, repr(e), e.args)
e.args = [1, 2]
print(e.args, str(e))
e.extra = "attribute"
print(e.extra, e.__dict__)
try:
    e.args = 5
except TypeError as error:
    print(error)
print(StopIteration(7).value, StopIteration().value, SystemExit(3).code, SystemExit().code, OSError(2, "m").errno, OSError(2, "m", "f").filename, OSError(2, "m").strerror, ImportError("x", name="n", path="p").name, AttributeError("x", name="n", obj=5).obj)
print(ValueError("x") == ValueError("x"), ValueError("x").__cause__, ValueError("x").__context__, ValueError("x").__traceback__, ValueError("x").__suppress_context__, type(OSError(2, "x")).__name__, type(OSError(13, "x")).__name__, type(OSError(17, "x")).__name__, isinstance(e, Exception))
for f in (lambda: ValueError(x=1), lambda: KeyError(k=1), lambda: ImportError("x", bad=1), lambda: UnicodeDecodeError("x"), lambda: AttributeError(bad=1)):
    try:
        f()
    except TypeError as error:
        print(error)
