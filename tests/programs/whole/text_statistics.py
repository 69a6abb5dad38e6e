# Word counts, ciphers, palindromes, anagrams.
text = """It was the best of times, it was the worst of times, it was the age of wisdom,
it was the age of foolishness; it was the epoch of belief..."""
words = [w.strip(".,;").lower() for w in text.split()]
counts = {}
for w in words:
    counts[w] = counts.get(w, 0) + 1
top = sorted(counts.items(), key=lambda p: (-p[1], p[0]))[:6]
for w, n in top:
    print(f"{w:<6}{n:>3} {'*' * n}")
print(len(words), len(counts), max(counts, key=lambda w: (len(w), w)), sum(map(len, words)) / len(words))
def caesar(s, k):
    return "".join(chr((ord(c) - b + k) % 26 + b) if c.isalpha() and (b := 65 if c.isupper() else 97) else c for c in s)
secret = caesar("Hello, World!", 3)
print(secret, caesar(secret, -3))
def vigenere(s, key):
    return "".join(caesar(c, ord(key[i % len(key)]) - 97) for i, c in enumerate(s))
print(vigenere("attackatdawn", "lemon"))
print([s for s in ("Level", "A man, a plan", "Was it a car", "noon") if (t := "".join(c for c in s.lower() if c.isalpha())) == t[::-1]])
groups = {}
for w in "listen silent enlist google elgoog abc cab".split():
    groups.setdefault("".join(sorted(w)), []).append(w)
print([g for g in groups.values() if len(g) > 1])
print(text.count("\n"), text.splitlines()[1][:20], text.title()[:22], text.swapcase()[:12], text.find("worst"), text.rfind("it"), text.partition(";")[2].strip())
def wrap(s, width):
    line = ""
    for w in s.split():
        if line and len(line) + 1 + len(w) > width:
            yield line
            line = w
        else:
            line = f"{line} {w}".strip()
    yield line
for l in wrap(text, 30):
    print(f"[{l:^30}]")
def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]
print(distance("kitten", "sitting"), distance("", "abc"), distance("same", "same"))
