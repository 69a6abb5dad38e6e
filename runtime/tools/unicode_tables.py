"""Writes src/text/unicode_tables.rs from the Unicode data of the running Python.

Run it with CPython 3.14 (Unicode 16), from the runtime folder:
    python3.14 tools/unicode_tables.py > src/text/unicode_tables.rs
"""

import sys
import unicodedata

LIMIT = 0x110000
TESTS = ["isalpha", "isspace", "isupper", "islower", "isprintable"]  # bits 0 to 4
SIGMA, FINAL = "\u03a3", "\u03c2"


def flags(code):
    char = chr(code)
    bits = 0
    for index, name in enumerate(TESTS):
        if getattr(char, name)():
            bits |= 1 << index
    if unicodedata.category(char) == "Lt":
        bits |= 1 << 5
    if char.isidentifier():
        bits |= 1 << 6
    if ("a" + char).isidentifier():
        bits |= 1 << 7
    # A sigma is final after a cased letter, case-ignorable ones being skipped: that tells the two properties apart.
    if ("a" + char + SIGMA).lower().endswith(FINAL) and not (char + SIGMA).lower().endswith(FINAL):
        bits |= 1 << 8
    # Decimal implies digit implies numeric: one level from 0 to 3.
    level = char.isnumeric() + char.isdigit() + char.isdecimal()
    return bits | level << 9


def runs():
    previous = None
    for code in range(LIMIT):
        bits = flags(code)
        if bits != previous:
            yield code, bits
            previous = bits


def simple_ranges(pairs):
    """Groups (code, delta) pairs into (first, last, stride, delta)."""
    groups = []
    for code, delta in pairs:
        if groups:
            first, last, stride, same = groups[-1]
            step = code - last
            if same == delta and step in (1, 2) and stride in (0, step):
                groups[-1] = (first, code, step, delta)
                continue
        groups.append((code, code, 0, delta))
    return [(first, last, stride or 1, delta) for first, last, stride, delta in groups]


def emit_table(doc, name, kind, items, width=8):
    print(f"\n/// {doc}\n#[rustfmt::skip]\npub(super) static {name}: [{kind}; {len(items)}] = [")
    for start in range(0, len(items), width):
        print("    " + " ".join(item + "," for item in items[start : start + width]))
    print("];")


def mapping(name, doc, convert, base):
    simple, special = [], []
    for code in range(128, LIMIT):
        mapped = convert(chr(code))
        if mapped == base(chr(code)):
            continue
        if len(mapped) == 1:
            simple.append((code, ord(mapped) - code))
        else:
            special.append((code, mapped))
    ranges = [f"(0x{a:x}, 0x{b:x}, {s}, {d})" for a, b, s, d in simple_ranges(simple)]
    emit_table(f"{doc}: runs of `(first, last, stride, delta)`.", name, "(u32, u32, u8, i32)", ranges, 5)
    texts = [
        "(0x%x, [%s])" % (code, ", ".join("0x%x" % ord(c) for c in text.ljust(3, "\0"))) for code, text in special
    ]
    emit_table(f"{doc}: results of several characters, padded with zeros.", name + "_SPECIAL", "(u32, [u32; 3])", texts, 4)


def main():
    print(f"//! Unicode {unicodedata.unidata_version} properties, written by `tools/unicode_tables.py`; do not edit.")
    items = [f"0x{bits << 21 | code:x}" if bits << 21 | code else "0" for code, bits in runs()]
    emit_table("Runs of code points with the same properties: first code point in the low 21 bits, flags above.",
               "PROPERTIES", "u32", items, 10)
    mapping("LOWER", "Lower case where it differs from the character", str.lower, lambda c: c)
    mapping("UPPER", "Upper case where it differs from the character", str.upper, lambda c: c)
    mapping("TITLE", "Title case where it differs from the upper case", str.title, str.upper)
    mapping("FOLD", "Case folding where it differs from the lower case", str.casefold, str.lower)


sys.stdout.reconfigure(newline="\n")
main()
