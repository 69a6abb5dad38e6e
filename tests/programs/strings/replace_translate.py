# replace, translate, maketrans.
s = "one two two three"
print(s.replace("two", "2"), s.replace("two", "2", 1), s.replace("x", "y"), s.replace("two", "", -1), s.replace("t", "T", 0))
print("abc".replace("", "-"), "abc".replace("", "-", 2), "".replace("", "x"), "aaa".replace("aa", "b"), "abc".replace("abc", ""), "ab".replace("b", "b", count=1))
table = str.maketrans("abc", "xyz")
print(sorted(table.items()), "aabbcc d".translate(table))
table = str.maketrans("ab", "12", "cd")
print(sorted(table.items(), key=str), "abcdef".translate(table))
table = str.maketrans({"a": "AAA", 98: None, "c": 67})
print("abcabc".translate(table))
class Shift:
    def __getitem__(self, key):
        if key == 32:
            raise LookupError
        return key + 1
print("HAL 9000".translate(Shift()))
for args in (("a",), ("ab", "c"), ({"ab": 1},), (5,)):
    try:
        str.maketrans(*args)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
