"""Builds strings in the ways that everyday programs do.

Appending, joining, formatting, slicing, replacing, splitting, translating. `size` is the
number of lines of the report that is made and taken apart again.
"""

import sys

NAMES = ["ada", "grace", "edsger", "barbara", "donald", "érica", "naïve", "Łukasz"]


def checksum(text):
    """Adler's checksum over the code points."""
    a = 1
    b = 0
    for char in text:
        a = (a + ord(char)) % 65521
        b = (b + a) % 65521
    return b << 16 | a


class Table:
    """Rows of cells, laid out in columns."""

    def __init__(self, headings):
        self.rows = [headings]

    def add(self, *cells):
        self.rows.append([str(cell) for cell in cells])

    def render(self):
        widths = [max([len(cell) for cell in column]) for column in zip(*self.rows)]
        lines = []
        for row in self.rows:
            cells = [row[0].ljust(widths[0])]
            for cell, width in zip(row[1:], widths[1:]):
                cells.append(cell.rjust(width))
            lines.append(" | ".join(cells).rstrip())
        lines.insert(1, "-+-".join(["-" * width for width in widths]))
        return "\n".join(lines)


def make_table(size):
    table = Table(["name", "number", "hex", "ratio", "note"])
    for i in range(size):
        name = NAMES[i % len(NAMES)].capitalize()
        table.add(name, f"{i * 37:,}", f"{i:#06x}", f"{i / 7:.3f}", "x" * (i % 5))
    return table.render()


def take_apart(text):
    """The sum of the numbers of a rendered table."""
    total = 0
    for line in text.split("\n")[2:]:
        cells = [cell.strip() for cell in line.split("|")]
        total += int(cells[1].replace(",", "")) + int(cells[2], 16)
    return total


def append_chars(size):
    """Grows a string by a character at a time."""
    text = ""
    for i in range(size * 4):
        text += chr(97 + i % 26)
        if i % 10 == 9:
            text += " "
    return text


def caesar(text, shift):
    result = []
    for char in text:
        if "a" <= char <= "z":
            char = chr((ord(char) - 97 + shift) % 26 + 97)
        result.append(char)
    return "".join(result)


def reverse_words(text):
    return " ".join([word[::-1] for word in text.split(" ")])


def compress(text):
    """Run lengths, as in a3b1."""
    parts = []
    position = 0
    while position < len(text):
        char = text[position]
        end = position
        while end < len(text) and text[end] == char:
            end += 1
        parts.append("%s%d" % (char, end - position))
        position = end
    return "".join(parts)


def run(size):
    table = make_table(size)
    if take_apart(table) != sum(range(size)) * 38:
        raise AssertionError("the table does not hold its numbers")
    letters = append_chars(size)
    if caesar(caesar(letters, 7), 19) != letters:
        raise AssertionError("the shifts do not cancel out")
    if reverse_words(reverse_words(letters)) != letters:
        raise AssertionError("reversing twice changed the words")
    runs = compress("".join([NAMES[i % 5][0] * (i % 4 + 1) for i in range(size)]))
    swapped = table.swapcase().encode("utf-8")
    return "%d characters, %d bytes, checksums %08x %08x %08x" % (
        len(table),
        len(swapped),
        checksum(table),
        checksum(letters.title()),
        checksum(runs),
    )


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 2000))
