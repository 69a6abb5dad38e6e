# Format specifications of floats.
for spec in ("", "f", ".2f", ".0f", "#.0f", "e", ".3e", "E", "g", ".3g", "#.3g", "G", "%", ".1%", "10.2f", "<10.2f", "^10.2f", "+.1f", " .1f",
             "010.2f", "=+10.2f", ",", ",.2f", "_.1f", "n", "*>12", ".3", "8", ".17g", "z.1f", "F", "r>8.1f"):
    print(spec, "|".join(format(v, spec) for v in (0.0, 1.5, -2.675, 1234567.891, 1e-7, 1e22, float("inf"), float("nan"), -0.04)))
for spec in ("d", "x", "s", "c", ".f", "5.", ",_"):
    try:
        print(format(1.5, spec))
    except ValueError as error:
        print(spec, "->", error)
print(1e5.__format__(".2f"), "%.3f %e %g %5.1f|%-8.2f|%+.1f|%08.3f" % (1.5, 12345.678, 0.0001, 2.25, 3.14159, 2.0, -1.5))
