"""Counts the instructions that Tally executes and compares them with `benches/instructions.txt`.

    python3 benches/instructions.py            check everything
    python3 benches/instructions.py --few      check a dozen, as `.ci/run` does
    python3 benches/instructions.py --bless    write the counts into the table
    python3 benches/instructions.py --install  install the runner first, if it is missing

A count that is more than 2 % above the table's fails (10 % if the table was made with another
compiler or another valgrind), and so does one that is not in the table. The counts are those of
iai-callgrind: valgrind runs the benchmarks of `benches/counts.rs`, which says what is counted,
machine code included. They repeat: hashes of text have a fixed seed, and machine code is made on
the thread that runs the program. They depend on the compiler, which the table names, hardly on
the machine. Profiles for callgrind_annotate are left in `target/iai`.

Needs valgrind, the runner in the version of the library (`IAI_CALLGRIND_RUNNER` may say where it
is), and Python 3.9 or later.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TABLE = os.path.join(HERE, "instructions.txt")
TOOLS = os.path.join(ROOT, "target", "tools")
RUNNER = "iai-callgrind-runner"
TOLERANCE = 0.02
TOLERANCE_OF_OTHERS = 0.10
HEADER = re.compile(r"^\w+::\w+::(\w+) (\w+)")
COUNT = re.compile(r"^\s+Instructions:\s+(\d+)\|")


def output(command):
    """The lines that a command prints; none if it cannot be run."""
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return result.stdout.decode().splitlines()


def toolchain():
    """What counts depend on besides the source."""
    return ", ".join("".join(output([tool, "--version"])[:1]) for tool in ("rustc", "valgrind"))


def library_version():
    """The version of iai-callgrind that the benchmarks are built with: the runner's must be the same."""
    with open(os.path.join(ROOT, "Cargo.lock"), encoding="utf-8") as file:
        found = re.search(r'name = "iai-callgrind"\nversion = "([^"]+)"', file.read())
    if found is None:
        sys.exit("instructions.py: Cargo.lock does not name iai-callgrind")
    return found.group(1)


def find_runner(version):
    """The runner's path, if cargo has installed one of this version, for all or here."""
    for path, root in ((shutil.which(RUNNER), []), (os.path.join(TOOLS, "bin", RUNNER), ["--root", TOOLS])):
        if path and "%s v%s:" % (RUNNER, version) in output(["cargo", "install", "--list"] + root):
            return path
    return None


def prepare(install):
    """The path of the runner."""
    if shutil.which("valgrind") is None:
        sys.exit("instructions.py: valgrind is missing: nothing was counted. On Debian: apt-get install valgrind")
    version = library_version()
    runner = os.environ.get("IAI_CALLGRIND_RUNNER") or find_runner(version)
    command = ["cargo", "install", "--locked", "--root", TOOLS, "--version", "=" + version, RUNNER]
    if runner is None and install:
        subprocess.run(command, cwd=ROOT, check=True)
        runner = find_runner(version)
    if runner is None:
        sys.exit("instructions.py: %s %s is missing: nothing was counted. --install installs it" % (RUNNER, version))
    return runner


def count(bench, runner):
    """Name -> count, of one file of benchmarks."""
    environment = dict(os.environ, IAI_CALLGRIND_RUNNER=runner, IAI_CALLGRIND_COLOR="never")
    command = ["cargo", "bench", "-q", "-p", "tally", "--bench", bench]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    counts, name = {}, None
    for line in process.stdout:
        header, found = HEADER.match(line), COUNT.match(line)
        if header:
            name = "%s/%s" % header.groups()
        elif found and name:
            counts[name] = int(found.group(1))
            print("%s %d" % (name, counts[name]), file=sys.stderr, flush=True)
    if process.wait() != 0:
        sys.exit("instructions.py: the benchmarks failed: exit code %d" % process.returncode)
    if not counts:
        sys.exit("instructions.py: nothing was counted")
    return counts


def read_table():
    """The toolchain that the table was made with, and its counts."""
    made_with, counts = "", {}
    if not os.path.exists(TABLE):
        return made_with, counts
    with open(TABLE, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("# made with "):
                made_with = line[len("# made with ") :].strip()
            if line.startswith("#") or not line.strip():
                continue
            words = line.split()
            if len(words) != 2 or not words[1].isdigit():
                sys.exit("%s:%d: not `NAME INSTRUCTIONS`" % (TABLE, number))
            counts[words[0]] = int(words[1])
    return made_with, counts


def write_table(counts):
    width = max(len(name) for name in counts)
    with open(TABLE, "w", encoding="utf-8") as file:
        file.write("# Instructions executed; rewrite with `python3 benches/instructions.py --bless`.\n")
        file.write("# made with %s\n" % toolchain())
        for name, value in counts.items():
            file.write("%-*s %12d\n" % (width, name, value))
    print("wrote %s" % os.path.relpath(TABLE, os.getcwd()))


def compare(counts, expected, tolerance):
    """Prints a line for each. What grew, or is not in the table."""
    failures = []
    print("%-36s %14s %14s %9s" % ("", "table", "now", "change"))
    for name, now in counts.items():
        before = expected.get(name)
        change, remark = "", ""
        if before:
            change = "%+.2f %%" % (100.0 * (now - before) / before)
        if before is None:
            remark = "not in the table"
        elif now > before * (1 + tolerance):
            remark = "GREW"
        elif now < before * (1 - tolerance):
            remark = "fewer: bless it"
        if remark in ("GREW", "not in the table"):
            failures.append("%s: %s, %d now, %s in the table" % (name, remark, now, before))
        print("%-36s %14s %14d %9s  %s" % (name, "-" if before is None else before, now, change, remark))
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--few", action="store_true", help="only a dozen that are counted quickly")
    parser.add_argument("--bless", action="store_true", help="write the counts into the table")
    parser.add_argument("--install", action="store_true", help="install the runner, if it is missing")
    options = parser.parse_args()
    if options.few and options.bless:
        parser.error("--bless writes the whole table: not with --few")
    runner = prepare(options.install)
    made_with, expected = read_table()
    counts = count("counts_few" if options.few else "counts", runner)
    if expected and made_with != toolchain():
        print("note: the table was made with %s; here: %s" % (made_with, toolchain()), file=sys.stderr)
    failures = compare(counts, expected, TOLERANCE if made_with == toolchain() else TOLERANCE_OF_OTHERS)
    if options.bless:
        write_table(counts)
        return 0
    for failure in failures:
        print("instructions.py: " + failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
