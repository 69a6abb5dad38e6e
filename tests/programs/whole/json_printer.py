# A JSON parser and printer.
class JsonError(ValueError): pass
class Reader:
    def __init__(self, text): self.text, self.i = text, 0
    def fail(self, what): raise JsonError(f"{what} at {self.i}")
    def skip(self):
        while self.i < len(self.text) and self.text[self.i] in " \t\n\r":
            self.i += 1
    def value(self):
        self.skip()
        if self.i >= len(self.text): self.fail("unexpected end")
        c = self.text[self.i]
        if c == "{": return dict(self.items("}", self.pair))
        if c == "[": return list(self.items("]", self.value))
        if c == '"': return self.string()
        for word, v in (("true", True), ("false", False), ("null", None)):
            if self.text.startswith(word, self.i):
                self.i += len(word)
                return v
        return self.number()
    def items(self, close, read):
        self.i += 1
        self.skip()
        if self.text[self.i : self.i + 1] == close:
            self.i += 1
            return
        while True:
            yield read()
            self.skip()
            c = self.text[self.i : self.i + 1]
            self.i += 1
            if c == close: return
            if c != ",": self.fail(f"expected , or {close}")
    def pair(self):
        self.skip()
        key = self.string()
        self.skip()
        if self.text[self.i : self.i + 1] != ":": self.fail("expected :")
        self.i += 1
        return key, self.value()
    def string(self):
        if self.text[self.i : self.i + 1] != '"': self.fail("expected string")
        self.i += 1
        out = []
        while (c := self.text[self.i : self.i + 1]) != '"':
            if not c: self.fail("unterminated string")
            if c == "\\":
                self.i += 1
                e = self.text[self.i]
                if e == "u":
                    c = chr(int(self.text[self.i + 1 : self.i + 5], 16))
                    self.i += 4
                else:
                    c = {"n": "\n", "t": "\t"}.get(e, e)
            out.append(c)
            self.i += 1
        self.i += 1
        return "".join(out)
    def number(self):
        start = self.i
        while self.i < len(self.text) and self.text[self.i] in "+-.eE0123456789":
            self.i += 1
        text = self.text[start : self.i]
        try:
            return int(text)
        except ValueError:
            try:
                return float(text)
            except ValueError:
                self.fail(f"bad value {self.text[start:start + 3]!r}")
def dump(v, depth=0):
    pad, end = "  " * (depth + 1), "  " * depth
    if isinstance(v, dict):
        return "{\n" + ",\n".join(f'{pad}"{k}": {dump(x, depth + 1)}' for k, x in v.items()) + f"\n{end}}}" if v else "{}"
    if isinstance(v, list): return "[" + ", ".join(dump(x, depth + 1) for x in v) + "]"
    if isinstance(v, str): return '"' + v.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return {True: "true", False: "false", None: "null"}[v] if v is None or isinstance(v, bool) else repr(v)
text = ' {"a": [1, -2.5e3, true, null, "x\\n\\"\\u00e9"], "b": {"c": {}, "d": []}, "e": false} '
value = Reader(text).value()
print(value)
print(dump(value), Reader(dump(value)).value() == value)
for bad in ("", "[1 2]", '{"a" 1}', '"abc', "tru", "{1: 2}", "[1,", "-"):
    try:
        print(Reader(bad).value())
    except JsonError as error:
        print(repr(bad), "->", error)
