# Warnings the compiler prints before the program runs.
print("program runs")


def f(x):
    try:
        return 1
    finally:
        return 2


if f(1) is 2:
    print("same")
print("\d" == "\\d")
assert (1, "always true")
