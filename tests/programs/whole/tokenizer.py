# A tokenizer and a recursive-descent calculator.
class Token:
    def __init__(self, kind, text, pos): self.kind, self.text, self.pos = kind, text, pos
    def __repr__(self): return f"{self.kind}:{self.text}"
class CalcError(Exception):
    def __init__(self, message, pos):
        super().__init__(f"{message} at {pos}")
        self.pos = pos
def tokens(text):
    i = 0
    while i < len(text):
        c = text[i]
        if c.isspace():
            i += 1
        elif c.isdigit() or c == ".":
            start = i
            while i < len(text) and (text[i].isdigit() or text[i] == "."):
                i += 1
            yield Token("num", text[start:i], start)
        elif c.isalpha():
            start = i
            while i < len(text) and text[i].isalnum():
                i += 1
            yield Token("name", text[start:i], start)
        elif c in "+-*/()^=,":
            yield Token("op", c, i)
            i += 1
        else:
            raise CalcError(f"bad character {c!r}", i)
    yield Token("end", "", len(text))
class Parser:
    def __init__(self, text, env):
        self.items, self.i, self.env = list(tokens(text)), 0, env
    @property
    def now(self): return self.items[self.i]
    def take(self, text):
        if self.now.text == text and self.now.kind == "op":
            self.i += 1
            return True
        return False
    def statement(self):
        if self.now.kind == "name" and self.items[self.i + 1].text == "=":
            name = self.now.text
            self.i += 2
            self.env[name] = value = self.sum()
        else:
            value = self.sum()
        if self.now.kind != "end":
            raise CalcError(f"unexpected {self.now}", self.now.pos)
        return value
    def sum(self):
        value = self.term()
        while True:
            if self.take("+"): value += self.term()
            elif self.take("-"): value -= self.term()
            else: return value
    def term(self):
        value = self.power()
        while True:
            if self.take("*"): value *= self.power()
            elif self.take("/"): value /= self.power()
            else: return value
    def power(self):
        base = self.atom()
        return base ** self.power() if self.take("^") else base
    def atom(self):
        if self.take("-"): return -self.atom()
        if self.take("("):
            value = self.sum()
            if not self.take(")"): raise CalcError("expected )", self.now.pos)
            return value
        t = self.now
        self.i += 1
        if t.kind == "num": return float(t.text) if "." in t.text else int(t.text)
        if t.kind == "name":
            if t.text in self.env: return self.env[t.text]
            raise CalcError(f"unknown name {t.text}", t.pos)
        raise CalcError(f"unexpected {t.kind}", t.pos)
env = {"pi": 3.25}
print(list(tokens("a1 + 2.5*(b)")))
for line in ("1 + 2 * 3", "x = 2 ^ 3 ^ 2", "x / 4 - -1", "(1 + 2) * pi", "1 / 0", "2 +", "(1", "y + 1", "3 $ 4", "1 2", "10 / 4", ""):
    try:
        print(line, "=>", Parser(line, env).statement())
    except (CalcError, ZeroDivisionError) as error:
        print(line, "=>", type(error).__name__, error)
