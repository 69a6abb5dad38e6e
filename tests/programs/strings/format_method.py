# str.format.
print("{} {} {}".format(1, "a", None), "{0} {1} {0}".format("x", "y"), "{a} {b} {a}".format(a=1, b=2), "{0} {k}".format(5, k=6), "{{}} {{{}}}".format(1))
print("{0[1]} {0[0]} {1[key]}".format([10, 20], {"key": "v"}), "{0.real} {0.imag}".format(5), "{0[a][1]}".format({"a": [1, 2]}), "{x.__class__.__name__}".format(x=1.5))
print("{!r} {!s} {!a}".format("é", "é", "é"), "{:>10}|{:<10}|{:^10}".format("a", "b", "c"), "{!r:>8}|".format("x"), "{0!r:*^9}".format("ab"))
print("{:{}}|{:{w}.{p}f}".format("x", 5, 3.14159, w=8, p=2), "{:{fill}{align}{width}}".format("m", fill="*", align="^", width=7), "{0:{1}}".format(7, "04d"))
print("{:d} {:x} {:,} {:.2%} {:e}".format(42, 255, 1234567, 0.256, 12345.0), "{:5}|{:<5}|{:05}".format(42, 42, -42), "{:.3}|{:10.2}|".format("abcdef", "xyz"))
print("{0:}{1:}".format("a", "b"), "{:}".format(1), "{:s}".format("s"), "{[0]}".format("abc"), "{:%}".format(1))
cases = [("{}", ()), ("{0} {}", (1, 2)), ("{} {0}", (1, 2)), ("{a}", ()), ("{", ()), ("}", ()), ("{0", (1,)), ("{!x}", (1,)), ("{:d}", ("a",)), ("{0.foo}", (1,)), ("{0[5]}", ([1],)), ("{:>>5>}", ("a",)), ("{0[a}", (1,)), ("{:s}", (1,))]
for fmt, args in cases:
    try:
        print(fmt.format(*args))
    except (ValueError, IndexError, KeyError, AttributeError, TypeError) as error:
        print(fmt, "->", type(error).__name__, error)
print("{a} {b[0]}".format_map({"a": 1, "b": [2]}))
class Default(dict):
    def __missing__(self, key):
        return "<" + key + ">"
print("{x} {y}".format_map(Default(x=1)))
