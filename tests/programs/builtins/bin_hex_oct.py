# bin, hex, oct.
for n in (0, 1, -1, 10, 255, -255, 2**64, -2**64, True):
    print(bin(n), hex(n), oct(n))
class I:
    def __index__(self): return 42
print(bin(I()), hex(I()), oct(I()), int(bin(77), 2), int(hex(77), 16), int(oct(77), 8), bin(77)[2:].zfill(10))
for f in (lambda: bin(1.5), lambda: hex("a"), lambda: oct(None), lambda: bin(), lambda: hex(1, 2)):
    try:
        print(f())
    except TypeError as error:
        print(error)
