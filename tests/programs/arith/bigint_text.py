# Large integers to text and back, in several bases.
n = 123456789**7
print(n)
print(hex(n), oct(n), bin(n))
print(int(str(n)) == n, int(hex(n), 16) == n, int(oct(n), 8) == n, int(bin(n), 2) == n)
print(int("zz" * 10, 36), int("-" + "7" * 40), int("  +12_345  "), int("0x1F", 0), int("0b101", 0), int("0o17", 0))
print(f"{n:,}")
print(f"{n:_}")
print(f"{n:x} {n:X} {n:#x} {n:o} {n:e}")
print(f"{-n:>80} {n:<80}| {n:^+80}|")
print("%d %x %s %r" % (n, n, n, n))
print(format(2**64, "b"), format(2**64, "#_x"))
for text in ("", "12a", "0x10", "1__2", "_1", "1_", "--1", "9" * 5 + "z"):
    try:
        print(int(text))
    except ValueError as error:
        print(error)
