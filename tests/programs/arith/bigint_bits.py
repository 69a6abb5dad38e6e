# Bit operations on large and negative integers.
values = [0, 1, -1, 255, -256, 2**63, -2**63, 2**100 + 12345, -2**100 - 999]
for a in values:
    for b in values:
        print(a & b, a | b, a ^ b, end=" ")
    print()
for v in values:
    print(~v, v.bit_length(), v.bit_count(), v << 3, v >> 3, v >> 70, v << 65)
print((2**100).to_bytes(16, "big"), (2**100).to_bytes(16, "little"))
print(int.from_bytes(b"\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00", "big"))
print((-5).to_bytes(4, "big", signed=True), int.from_bytes(b"\xff\xff\xff\xfb", "big", signed=True))
for make in (lambda: 256 .to_bytes(1, "big"), lambda: (-1).to_bytes(2, "big")):
    try:
        make()
    except OverflowError as error:
        print(error)
