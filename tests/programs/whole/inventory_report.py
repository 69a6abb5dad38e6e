# Text tables with format specifications.
items = [("Widget", 4, 3.5), ("Gadget with a long name", 12, 0.99), ("Émile", 1, 1234.5), ("Nut", 1000, 0.015)]
def report(rows, width=16):
    line = "+" + "-" * (width + 2) + "+" + "-" * 8 + "+" + "-" * 12 + "+"
    yield line
    yield f"| {'Item':<{width}} | {'Qty':>6} | {'Total':^10} |"
    yield line.replace("-", "=")
    total = 0
    for name, n, price in rows:
        total += n * price
        shown = name if len(name) <= width else name[: width - 1] + "…"
        yield f"| {shown:<{width}} | {n:>6,} | {n * price:>10,.2f} |"
    yield line
    yield "| %-*s | %6d | %10.2f |" % (width, "sum", sum(n for _, n, _ in rows), total)
    yield "{:=^{w}}".format(" end ", w=len(line))
print(*report(items), sep="\n")
print(*report(items[:1], width=8), sep="\n")
for name, n, price in sorted(items, key=lambda r: (-r[1] * r[2], r[0])):
    bar = "#" * round(n * price / 100)
    print(f"{name!r:>28}: {bar:.<14} {price:8.3g} {n:#06x} {n / 1017:7.2%}")
