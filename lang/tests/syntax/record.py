"""Records what CPython 3.14 says about wrong programs.

Run it with CPython 3.14 in this folder. It reads the last column of `corpus.txt`, `printed.txt` and
`known_differences.txt` and writes the other columns anew; to add a case, append a line with only the program.

Every line of a table is one case, its columns separated by tabs and escaped with backslashes:
  corpus.txt             exception, message, line, column, last line, last column, program
  printed.txt            what running the program as the file `case.py` prints to standard error, program
  known_differences.txt  what Tally says (the six columns of corpus.txt joined by ` | `), what CPython says, program
A correct program has `OK` for its exception, and its warnings for a message, `line:text` joined by `|`.
"""

import os
import subprocess
import sys
import tempfile
import warnings

SIMPLE = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def escape(text):
    def one(c):
        return SIMPLE.get(c) or (c if c.isprintable() else "\\u{%x}" % ord(c))

    return "".join(map(one, text))


def unescape(text):
    out, at = [], 0
    while at < len(text):
        if text[at] != "\\":
            out.append(text[at])
            at += 1
        elif text[at + 1] == "u":
            end = text.index("}", at)
            out.append(chr(int(text[at + 3 : end], 16)))
            at = end + 1
        else:
            out.append({"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}[text[at + 1]])
            at += 2
    return "".join(out)


def verdict(program):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            compile(program, "<case>", "exec")
        except SyntaxError as e:
            place = (e.lineno or 0, e.offset or 0, e.end_lineno or 0, e.end_offset or 0)
            return [type(e).__name__, e.msg, *map(str, place)]
        except (MemoryError, RecursionError) as e:
            return [type(e).__name__, str(e), "0", "0", "0", "0"]
    return ["OK", "|".join(f"{w.lineno}:{w.message}" for w in seen), "0", "0", "0", "0"]


def printed(program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "case.py")
        with open(path, "w", newline="\n", encoding="utf-8") as f:
            f.write(program)
        run = subprocess.run([sys.executable, "-W", "ignore", path], capture_output=True, text=True)
        return run.stderr.replace(path, "case.py")


def programs(name):
    with open(name, encoding="utf-8", newline="\n") as f:
        return [(line.split("\t"), unescape(line.split("\t")[-1])) for line in f.read().split("\n") if line]


def write(name, rows):
    with open(name, "w", encoding="utf-8", newline="\n") as f:
        f.writelines("\t".join(map(escape, row)) + "\n" for row in rows)


def main():
    os.chdir(os.path.dirname(os.path.abspath(__file__)))
    write("corpus.txt", [[*verdict(p), p] for _, p in programs("corpus.txt")])
    write("printed.txt", [[printed(p), p] for _, p in programs("printed.txt")])
    differences = programs("known_differences.txt")
    write("known_differences.txt", [[unescape(c[0]), " | ".join(verdict(p)), p] for c, p in differences])


if __name__ == "__main__":
    main()
