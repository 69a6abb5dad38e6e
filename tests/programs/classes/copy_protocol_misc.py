# __bool__, __index__, __int__, __float__, __bytes__, __sizeof__ like conversions.
class C:
    def __bool__(self): print("bool"); return True
    def __int__(self): print("int"); return 3
    def __float__(self): print("float"); return 2.5
    def __index__(self): print("index"); return 2
    def __bytes__(self): print("bytes"); return b"by"
    def __str__(self): print("str"); return "st"
    def __hash__(self): print("hash"); return 11
    def __len__(self): print("len"); return 4
    def __dir__(self): print("dir"); return ["z", "a"]
    def __format__(self, spec): print("format", spec); return "fm"
    def __round__(self, n=None): print("round", n); return 9
    def __trunc__(self): return 8
    def __floor__(self): return 7
    def __ceil__(self): return 6
import math
c = C()
print(bool(c), int(c), float(c), [1, 2, 3][c], bytes(c), str(c), hash(c), len(c), dir(c), format(c, "x"), round(c), round(c, 1), hex(c), bin(c), oct(c), chr(c), math.floor(c), math.ceil(c), math.trunc(c), math.sqrt(c))
print([0] * c, "ab" * c, (1,) * c, range(c), list(range(10))[c:], "abc"[:c], bytes([c]), 1 << c if False else "-")
print(math.gcd(c, 4), divmod(7, int(c)), pow(2, c.__index__()), "%d" % c, "%5.1f" % c, "%s" % c, f"{c}", f"{c!s:>4}")
