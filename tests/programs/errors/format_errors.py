# Errors of format specifications, % formatting and str.format.
def show(f):
    try:
        f()
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as e:
        print(type(e).__name__, e)


show(lambda: format(5, "x5"))
show(lambda: format("a", "d"))
show(lambda: format(1.5, "d"))
show(lambda: format("a", "=10"))
show(lambda: format("a", "+"))
show(lambda: format([], "5"))
show(lambda: format(5, ".3d"))
show(lambda: format(5, ",s"))
show(lambda: format(None, ">5"))
show(lambda: "%d" % "a")
show(lambda: "%d %d" % 1)
show(lambda: "%d" % (1, 2))
show(lambda: "%q" % 1)
show(lambda: "%" % ())
show(lambda: "%(a)s" % 5)
show(lambda: "%(a)s" % {})
show(lambda: "%c" % "ab")
show(lambda: "{} {}".format(1))
show(lambda: "{a}".format())
show(lambda: "{".format())
show(lambda: "}".format())
show(lambda: "{0} {}".format(1))
show(lambda: "{0.x}".format(1))
show(lambda: "{!x}".format(1))
