# %-formatting.
print("%s %r %a" % ("é", "é", "é"), "%d %i %u" % (1, -2, 3), "%5d|%-5d|%05d|%+d|% d" % (42, 42, 42, 42, 42))
print("%x %X %#x %o %#o" % (255, 255, 255, 8, 8), "%c%c%c" % (65, "b", 0x20AC), "%%", "100%%" % ())
print("%f %.2f %8.3f|%-10.1f|%e %g %G %F" % (1.5, 2.345, 3.14159, 2.0, 12345.678, 1e-10, 1e20, 0.5))
print("%s" % (1,), "%s" % [1, 2], "%s" % {"a": 1}, "%s %s" % ("a", None), "%s" % ((1, 2),))
print("%(name)s is %(age)d, %(name)r" % {"name": "Bob", "age": 42, "unused": 0})
print("%*d|%-*d|%.*f" % (6, 42, 6, 42, 2, 3.14159), "%.3s|%10s|%-10s|" % ("abcdef", "x", "y"), "%5.1f%%" % 99.55)
print("%d" % 3.99, "%d" % True, "%x" % 10**20, "%+.2e" % 0, "%#.3x" % 10, "%.0f" % 2.5, "%.10d" % 42)
cases = [("%d", "x"), ("%s %s", ("a",)), ("%s", ("a", "b")), ("%q", 1), ("%", 1), ("%(a)s", 5), ("%(a)s", {}), ("%c", "ab"), ("%c", -1), ("%x", 1.5), ("abc", 1), ("%*d", ("a", 1)), ("%f", "1"), ("%d", None)]
for fmt, args in cases:
    try:
        print(fmt % args)
    except (TypeError, ValueError, KeyError, OverflowError) as error:
        print(fmt, "->", type(error).__name__, error)
print("abc" % {}, "abc" % [])
