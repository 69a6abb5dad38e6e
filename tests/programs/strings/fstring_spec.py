# Nested and computed format specifications.
class Fmt:
    def __format__(self, spec):
        return "<" + spec + ">"
    def __repr__(self):
        return "Fmt!"
width, prec, fill, kind = 10, 3, "*", "f"
value = 12.3456789
print(f"{value:{width}.{prec}}|{value:{width}.{prec}{kind}}|{value:{fill}^{width}.2f}|{value:{'>'}{width}}|")
print(f"{Fmt()}", f"{Fmt():abc}", f"{Fmt():{width}x{prec}}", f"{Fmt()!r}", f"{Fmt()!s:>8}", f"{Fmt():%Y-%m}", f"{Fmt(): a b }", f"{Fmt()=}", f"{Fmt()=:q}")
print(f"{'x':{width}}|{'x':<{width}}|{'x':{fill}>{width - 5}}|{'abcdef':.{prec}}")
print(f"{width:#{prec + 3}x} {width:0{prec * 2}b} {-width:=+6} {10**9:,} {10**9:_}")
print(f"{True:5}|{None!s:5}|{[1]!s:5}|{(1, 2)!r:>10}|")
for bad in (lambda: f"{value:d}", lambda: f"{[]:5}", lambda: f"{None:5}", lambda: f"{'a':d}", lambda: f"{1:s}", lambda: f"{dict():x}", lambda: f"{object():1}", lambda: f"{value:.{prec}q}"):
    try:
        print(bad())
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
for v in (1, "s", 1.5, True):
    print(f"{v:>8}", f"{v:<8}|", f"{v:^8}|", f"{v!r:^8}|")
