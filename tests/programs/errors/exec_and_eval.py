# Errors inside code given to eval and exec.
def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


show(lambda: eval("1 +"))
show(lambda: eval("x = 1"))
show(lambda: eval("unknown"))
show(lambda: eval("1 / 0"))
show(lambda: eval(5))
show(lambda: exec("if:"))
show(lambda: exec("a = 1\nb = a + 'x'"))
eval("[1, 2][7]")
