# Comparison, concatenation, repetition, membership, iteration.
words = ["banana", "Apple", "apple", "", "app", "ápple", "apple2", "Zebra", "😀", "\uffff", "a b"]
print(sorted(words))
print(sorted(words, key=str.lower, reverse=True))
print("a" < "b", "a" < "B", "abc" < "abd", "ab" < "abc", "" < "a", "a" == "a", "a" != "b", "Z" < "a", "é" > "z", "b" >= "b")
print("ab" + "cd", "ab" * 3, 3 * "ab", "ab" * 0, "ab" * -1, "x" + "é" + "😀")
print("b" in "abc", "" in "", "bc" in "abc", "cb" not in "abc")
print(list("héllo"), [ord(c) for c in "aé€😀"], "".join(chr(n) for n in (97, 233, 8364, 128512)))
s = ""
for i in range(30):
    s += chr(97 + i % 26)
print(s, len(s), s.index("z"), max(s), min(s), sorted(set(s))[:3])
it = iter("ab")
print(next(it), next(it), next(it, "end"))
print("".join(reversed("stressed")), "-".join(sorted("stressed")))
a = "hello"
b = "".join(["hel", "lo"])
print(a == b, hash(a) == hash(b), {a: 1}[b], len({a, b}))
