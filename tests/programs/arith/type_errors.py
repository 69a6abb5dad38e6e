# Operands that do not fit.
s, n, f, none, items, pair, table, group, obj = "a", 1, 1.5, None, [1], (1,), {}, {1}, object()
cases = [lambda: n + s, lambda: s + n, lambda: items + pair, lambda: n - none, lambda: s * s, lambda: items * f, lambda: table + table,
         lambda: group + group, lambda: -s, lambda: +items, lambda: ~f, lambda: n @ n, lambda: n & f, lambda: s // n, lambda: n ** s,
         lambda: print + n, lambda: n + print, lambda: none + none, lambda: obj + n, lambda: pair + items, lambda: b"a" + s, lambda: s % (),
         lambda: "%d" % s, lambda: n in n, lambda: items - items, lambda: divmod(s, n), lambda: abs(s), lambda: len(n), lambda: n(),
         lambda: n[0], lambda: none.x, lambda: none[0], lambda: s[s], lambda: items[s], lambda: f(), lambda: group[0], lambda: pair[f]]
for number, case in enumerate(cases):
    try:
        print(case())
    except (TypeError, AttributeError) as error:
        print(number, type(error).__name__, error)
def augmented(number):
    x = 1
    values = [[], "a", 1.5, None, {}]
    value = values[number]
    try:
        x += value
        x <<= value
    except TypeError as error:
        print(error)
    try:
        x -= value
        x &= value
    except TypeError as error:
        print(error)
    try:
        x //= value
        x @= value
    except TypeError as error:
        print(error)
    try:
        x **= value
        x |= value
    except TypeError as error:
        print(error)
for number in range(5):
    augmented(number)
