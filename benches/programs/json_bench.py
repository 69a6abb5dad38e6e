"""A JSON parser and printer (RFC 8259) written out in Python.

`size` is the number of records in the document: it is generated as text, parsed into
objects, printed again and compared, and its numbers are added up.
"""

import sys
from abc import ABC, abstractmethod


class JsonError(ValueError):
    """What is wrong with a document, and where."""

    def __init__(self, message, line, column):
        super().__init__("%s at line %d, column %d" % (message, line, column))
        self.line = line
        self.column = column


class JsonValue(ABC):
    @abstractmethod
    def accept(self, visitor):
        """Calls the visitor's method for this kind of value."""


class JsonLiteral(JsonValue):
    def __init__(self, text):
        self.text = text

    def accept(self, visitor):
        return visitor.visit_literal(self)


NULL = JsonLiteral("null")
TRUE = JsonLiteral("true")
FALSE = JsonLiteral("false")


class JsonNumber(JsonValue):
    def __init__(self, text):
        self.text = text

    def value(self):
        if "." in self.text or "e" in self.text or "E" in self.text:
            return float(self.text)
        return int(self.text)

    def accept(self, visitor):
        return visitor.visit_number(self)


class JsonString(JsonValue):
    def __init__(self, value):
        self.value = value

    def accept(self, visitor):
        return visitor.visit_string(self)


class JsonArray(JsonValue):
    def __init__(self):
        self.values = []

    def add(self, value):
        self.values.append(value)

    def accept(self, visitor):
        return visitor.visit_array(self)


class JsonObject(JsonValue):
    def __init__(self):
        self.members = {}

    def add(self, name, value):
        self.members[name] = value

    def __getitem__(self, name):
        return self.members[name]

    def accept(self, visitor):
        return visitor.visit_object(self)


ESCAPES = {
    '"': '"',
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}


class JsonParser:
    """Reads one character at a time and keeps the part of a token it is in."""

    def __init__(self, text):
        self.text = text
        self.index = -1
        self.line = 1
        self.column = 0
        self.current = None
        self.capture_start = -1
        self.capture_buffer = ""

    def parse(self):
        self.advance()
        self.skip_space()
        value = self.read_value()
        self.skip_space()
        if self.current is not None:
            raise self.error("text after the document")
        return value

    def error(self, message):
        return JsonError(message, self.line, self.column)

    def expected(self, what):
        if self.current is None:
            return self.error("expected %s, found the end" % what)
        return self.error("expected %s, found %r" % (what, self.current))

    def advance(self):
        if self.current == "\n":
            self.line += 1
            self.column = 0
        self.index += 1
        if self.index < len(self.text):
            self.current = self.text[self.index]
            self.column += 1
        else:
            self.current = None

    def skip_space(self):
        while self.current is not None and self.current in " \t\n\r":
            self.advance()

    def read_char(self, char):
        if self.current != char:
            return False
        self.advance()
        return True

    def require(self, char):
        if not self.read_char(char):
            raise self.expected(repr(char))

    def is_digit(self):
        return self.current is not None and "0" <= self.current <= "9"

    def start_capture(self):
        self.capture_buffer = ""
        self.capture_start = self.index

    def pause_capture(self):
        self.capture_buffer += self.text[self.capture_start : self.index]
        self.capture_start = -1

    def end_capture(self):
        captured = self.text[self.capture_start : self.index]
        if self.capture_buffer:
            captured = self.capture_buffer + captured
        self.capture_start = -1
        return captured

    def read_value(self):
        char = self.current
        if char == "{":
            return self.read_object()
        if char == "[":
            return self.read_array()
        if char == '"':
            return JsonString(self.read_string())
        if char == "t":
            return self.read_literal("true", TRUE)
        if char == "f":
            return self.read_literal("false", FALSE)
        if char == "n":
            return self.read_literal("null", NULL)
        if char == "-" or self.is_digit():
            return self.read_number()
        raise self.expected("a value")

    def read_literal(self, word, value):
        for char in word:
            self.require(char)
        return value

    def read_array(self):
        self.advance()
        array = JsonArray()
        self.skip_space()
        if self.read_char("]"):
            return array
        while True:
            self.skip_space()
            array.add(self.read_value())
            self.skip_space()
            if not self.read_char(","):
                break
        if not self.read_char("]"):
            raise self.expected("',' or ']'")
        return array

    def read_object(self):
        self.advance()
        result = JsonObject()
        self.skip_space()
        if self.read_char("}"):
            return result
        while True:
            self.skip_space()
            if self.current != '"':
                raise self.expected("a name")
            name = self.read_string()
            self.skip_space()
            self.require(":")
            self.skip_space()
            result.add(name, self.read_value())
            self.skip_space()
            if not self.read_char(","):
                break
        if not self.read_char("}"):
            raise self.expected("',' or '}'")
        return result

    def read_string(self):
        self.advance()
        self.start_capture()
        while self.current != '"':
            if self.current is None or self.current < " ":
                raise self.expected("a character of a string")
            if self.current == "\\":
                self.pause_capture()
                self.read_escape()
                self.capture_start = self.index
            else:
                self.advance()
        value = self.end_capture()
        self.advance()
        return value

    def read_escape(self):
        self.advance()
        if self.current == "u":
            code = 0
            for _ in range(4):
                self.advance()
                try:
                    code = code * 16 + int(self.current, 16)
                except (TypeError, ValueError):
                    raise self.expected("a hexadecimal digit") from None
            self.capture_buffer += chr(code)
        elif self.current in ESCAPES:
            self.capture_buffer += ESCAPES[self.current]
        else:
            raise self.expected("an escape")
        self.advance()

    def read_number(self):
        self.start_capture()
        self.read_char("-")
        if not self.read_char("0"):
            self.read_digits()
        if self.read_char("."):
            self.read_digits()
        if self.read_char("e") or self.read_char("E"):
            if not self.read_char("+"):
                self.read_char("-")
            self.read_digits()
        return JsonNumber(self.end_capture())

    def read_digits(self):
        if not self.is_digit():
            raise self.expected("a digit")
        while self.is_digit():
            self.advance()


class JsonPrinter:
    """A visitor that writes a value without any white space."""

    def __init__(self):
        self.parts = []

    def print(self, value):
        value.accept(self)
        return "".join(self.parts)

    def write(self, text):
        self.parts.append(text)

    def visit_literal(self, literal):
        self.write(literal.text)

    def visit_number(self, number):
        self.write(number.text)

    def visit_string(self, string):
        self.write_string(string.value)

    def visit_array(self, array):
        self.write("[")
        separator = ""
        for value in array.values:
            self.write(separator)
            separator = ","
            value.accept(self)
        self.write("]")

    def visit_object(self, obj):
        self.write("{")
        separator = ""
        for name, value in obj.members.items():
            self.write(separator)
            separator = ","
            self.write_string(name)
            self.write(":")
            value.accept(self)
        self.write("}")

    def write_string(self, value):
        self.write('"')
        for char in value:
            if char == '"' or char == "\\":
                self.write("\\" + char)
            elif char == "\n":
                self.write("\\n")
            elif char < " " or char > "~":
                self.write("\\u%04x" % ord(char))
            else:
                self.write(char)
        self.write('"')


class NumberSum:
    """A visitor that adds up all numbers of a document."""

    def visit_literal(self, literal):
        return 0

    def visit_number(self, number):
        return number.value()

    def visit_string(self, string):
        return 0

    def visit_array(self, array):
        return sum([value.accept(self) for value in array.values])

    def visit_object(self, obj):
        return sum([value.accept(self) for value in obj.members.values()])


WORDS = ["plain", 'a \\"quoted\\" word', "tab\\u0009", "caf\\u00e9", "line\\nbreak", ""]


def make_document(records):
    lines = []
    for i in range(records):
        lines.append(
            '{"id":%d,"name":"%s","ratio":%d.%02d,"tags":["%s",null,true],'
            '"box":{"low":[-%d,0],"high":[%de2,1]},"live":%s}'
            % (
                i,
                WORDS[i % 6],
                i * 7 % 100,
                i * 13 % 100,
                WORDS[i * 5 % 6],
                i % 50 + 1,
                i % 9,
                "true" if i % 3 else "false",
            )
        )
    return '{"records":[%s],"count":%d}' % (",".join(lines), records)


def error_of(text):
    try:
        JsonParser(text).parse()
    except JsonError as error:
        return str(error)
    raise AssertionError("%r was accepted" % text)


def run(size):
    text = make_document(size)
    document = JsonParser(text).parse()
    if len(document["records"].values) != size:
        raise AssertionError("records were lost")
    if JsonPrinter().print(document) != text:
        raise AssertionError("the document did not survive the round trip")
    message = error_of(text[:-1] + ',\n "count" 1}')
    return "%d characters, sum %.2f, %s" % (
        len(text),
        document.accept(NumberSum()),
        message,
    )


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
