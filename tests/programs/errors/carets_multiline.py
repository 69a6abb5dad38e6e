# Carets in expressions that span several lines.
def compute(a,
            b):
    return (a
            + b
            - len(
                a))


print(compute(1,
              2))
