# Comparisons between numbers of different types, exact also for large values.
values = [0, 1, -1, 1.0, 0.5, True, 2**53, 2.0**53, 2**53 + 1, 10**30, 1e30, -10**30]
for a in values:
    print(a, "".join("<" if a < b else ">" if a > b else "=" if a == b else "?" for b in values))
print(2**53 + 1 == 2.0**53, 2**53 + 1 > 2.0**53, 10**30 == 1e30, 10**22 == 1e22)
print(1 == "1", 1 != "1", None == 0, [] == (), "a" == b"a")
for compare in (lambda: 1 < "1", lambda: [] < (), lambda: None < 1, lambda: {} < {}, lambda: 1.5 >= "a", lambda: object() <= object(), lambda: print > 3):
    try:
        print(compare())
    except TypeError as error:
        print(error)
print(sorted([3, 1.5, True, -2, 10**20, 0.0, -1e10]))
print(max(1, 2.0, True), min(1.0, 1), max(1, 1.0), min(0, False))
