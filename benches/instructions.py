"""Counts the instructions that `tally` executes and compares them with `benches/instructions.txt`.

    python3 benches/instructions.py              check everything
    python3 benches/instructions.py --fast       check a dozen that are counted quickly
    python3 benches/instructions.py --bless      write the counts into the table
    python3 benches/instructions.py --only program/,compile/deltablue
    python3 benches/instructions.py --repeat 3   count three times: how far do runs differ?

A count that is more than 2 % above the table's fails (10 % if the table was made with another
compiler or another valgrind). Counts are valgrind's (its callgrind
tool), of the whole process, machine code included. What is counted:

start/NAME      a program that prints a line
program/NAME    a program of `benches/programs` on a small input, `--jit auto`
compile/NAME    the same on the least input, `--jit eager`: mostly the compiler
operation/NAME  20,000 rounds of one function of `benches/operations/operations.py`,
                `--jit auto`: the count of 30,000 rounds less that of 10,000, so that neither
                start nor compiling is in it

Counts repeat: the environment is empty but for PYTHONHASHSEED and the locale, and paths are
relative. They depend on the compiler, which the table names, hardly on the machine. Profiles
for callgrind_annotate are left in `target/callgrind`. Needs valgrind, a release build, and
Python 3.9 or later.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import shlex
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TABLE = os.path.join(HERE, "instructions.txt")
PROFILES = os.path.join(ROOT, "target", "callgrind")
TOLERANCE = 0.02
TOLERANCE_OF_OTHERS = 0.10
COLLECTED = re.compile(r"Collected\s*:\s*(\d+)")
ENVIRONMENT = {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}
ROUNDS = (10000, 30000)
AUTO = ["--jit", "auto", "--jit-threads", "0"]

PROGRAMS = {
    "richards": 300,
    "deltablue": 60,
    "havlak": 3,
    "json_bench": 12,
    "nbody": 500,
    "mandelbrot": 24,
    "queens": 3,
    "storage": 1,
    "fannkuch": 6,
    "binary_trees": 6,
    "word_freq": 2000,
    "lru_cache": 1500,
    "gen_pipeline": 3000,
    "exc_machine": 1000,
    "str_build": 250,
    "raytrace": 6,
    "pidigits": 100,
}

COMPILED = {"richards": 1, "deltablue": 1, "havlak": 1, "json_bench": 1, "raytrace": 1, "tiny_interp": 1}

OPERATIONS = (
    "nothing int_add int_add_big float_multiply dict_get_str dict_get_int dict_set_int dict_miss "
    "list_append_pop list_index list_store str_concat str_build str_format attribute_get "
    "attribute_set slot_get instance_plain instance_init call_function call_method call_super "
    "call_native call_native_method generator_next tuple_unpack exception_caught"
).split()

FAST = {
    "start/hello",
    "program/richards",
    "program/deltablue",
    "program/nbody",
    "program/word_freq",
    "compile/richards",
    "compile/json_bench",
    "operation/dict_get_str",
    "operation/list_append_pop",
    "operation/attribute_get",
    "operation/instance_init",
    "operation/call_function",
}

# What one count takes: the arguments of tally, added up with their signs.
Term = collections.namedtuple("Term", "sign arguments")


class Failure(Exception):
    """Something could not be counted; the text says why."""


def workloads():
    """Name -> terms, in the table's order."""
    table = {"start/hello": [Term(1, AUTO + ["benches/programs/hello.py"])]}
    for name, size in PROGRAMS.items():
        script = "benches/programs/%s.py" % name
        table["program/" + name] = [Term(1, AUTO + [script, str(size)])]
    for name, size in COMPILED.items():
        script = "benches/programs/%s.py" % name
        table["compile/" + name] = [Term(1, ["--jit", "eager", script, str(size)])]
    for name in OPERATIONS:
        command = AUTO + ["benches/operations/operations.py", name]
        few, many = ROUNDS
        table["operation/" + name] = [Term(-1, command + [str(few)]), Term(1, command + [str(many)])]
    return table


def first_line(command):
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return result.stdout.decode().splitlines()[0].strip()


def toolchain():
    """What counts depend on besides the source."""
    return "%s, %s" % (first_line(["rustc", "--version"]), first_line(["valgrind", "--version"]))


def count_process(tally, arguments, profile, timeout):
    """The instructions of one process."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + profile, "--error-exitcode=0"]
    command += ["--smc-check=all-non-file"] + tally + arguments
    environment = dict(ENVIRONMENT, PATH=os.environ.get("PATH", os.defpath))
    for name in ("VALGRIND_LIB", "DEBUGINFOD_URLS"):
        if name in os.environ:
            environment[name] = os.environ[name]
    shown = " ".join(["tally"] + arguments)
    try:
        result = subprocess.run(
            command, cwd=ROOT, env=environment, timeout=timeout,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
    except OSError as error:
        raise Failure("%s: %s" % (shown, error)) from error
    except subprocess.TimeoutExpired as error:
        raise Failure("%s: stopped after %g seconds" % (shown, timeout)) from error
    errors = result.stderr.decode("utf-8", "replace")
    if result.returncode != 0:
        last = (errors.strip().splitlines() or ["(no message)"])[-1]
        raise Failure("%s: exit code %d: %s" % (shown, result.returncode, last))
    found = COLLECTED.search(errors)
    if found is None:
        raise Failure("%s: valgrind gave no count: %s" % (shown, errors.strip()[-300:]))
    return int(found.group(1))


def count(name, terms, options):
    total = 0
    for number, term in enumerate(terms):
        profile = os.path.join(PROFILES, "%s.%d.out" % (name.replace("/", "-"), number))
        total += term.sign * count_process(options.tally, term.arguments, profile, options.timeout)
    return total


def count_all(names, options):
    """Name -> list of counts; failures go to `options.failures`."""
    table = workloads()
    counts = {name: [] for name in names}
    os.makedirs(PROFILES, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = [
            (name, pool.submit(count, name, table[name], options)) for name in names for _ in range(options.repeat)
        ]
        for name, future in futures:
            try:
                counts[name].append(future.result())
                print("%s %d" % (name, counts[name][-1]), file=sys.stderr, flush=True)
            except Failure as failure:
                options.failures.append("%s: %s" % (name, failure))
    return {name: values for name, values in counts.items() if values}


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
    known = [name for name in workloads() if name in counts]
    width = max([len(name) for name in known])
    with open(TABLE, "w", encoding="utf-8") as file:
        file.write("# Instructions executed; rewrite with `python3 benches/instructions.py --bless`.\n")
        file.write("# made with %s\n" % toolchain())
        for name in known:
            file.write("%-*s %12d\n" % (width, name, counts[name]))


def compare(counts, expected, tolerance, options):
    """Prints a line for each; names what grew or is missing in `options.failures`."""
    print("%-32s %14s %14s %9s" % ("", "table", "now", "change"))
    for name, values in counts.items():
        now, before = max(values), expected.get(name)
        change, remark = "", ""
        if before:
            change = "%+.2f %%" % (100.0 * (now - before) / before)
        if before is None:
            remark = "not in the table"
        elif now > before * (1 + tolerance):
            remark = "GREW"
        elif now < before * (1 - tolerance):
            remark = "fewer: bless it"
        if remark in ("GREW", "not in the table") and not options.bless:
            options.failures.append("%s: %s, %s now, %s in the table" % (name, remark, now, before))
        if name.startswith("operation/"):
            remark = "%.1f a round  %s" % (now / (ROUNDS[1] - ROUNDS[0]), remark)
        if options.repeat > 1:
            remark += "  runs differ by %.4f %%" % (100.0 * (max(values) - min(values)) / max(1, abs(now)))
        print("%-32s %14s %14d %9s  %s" % (name, "-" if before is None else before, now, change, remark))


def choose(options):
    names = list(workloads())
    if options.fast:
        names = [name for name in names if name in FAST]
    if options.only:
        wanted = [prefix for prefix in options.only.split(",") if prefix]
        for prefix in wanted:
            if not any(name.startswith(prefix) for name in names):
                sys.exit("nothing is called %r; there are: %s" % (prefix, " ".join(names)))
        names = [name for name in names if name.startswith(tuple(wanted))]
    return names


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def parse_options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fast", action="store_true", help="only a dozen that are counted quickly")
    parser.add_argument("--only", metavar="A,B", help="only names that begin like this")
    parser.add_argument("--bless", action="store_true", help="write the counts into the table")
    parser.add_argument("--repeat", type=positive, default=1, help="count each so many times (1)")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--timeout", type=float, default=600.0, help="seconds a process may take")
    parser.add_argument("--list", action="store_true", help="print the names and end")
    parser.add_argument(
        "--tally", type=shlex.split, default=[os.path.join(ROOT, "target", "release", "tally")],
        metavar="COMMAND", help="what is counted (default: target/release/tally)",
    )
    options = parser.parse_args()
    options.failures = []
    return options


def check_tools(options):
    if shutil.which("valgrind") is None:
        sys.exit("instructions.py: valgrind is missing: nothing was counted. On Debian: apt-get install valgrind")
    if shutil.which(options.tally[0]) is None:
        sys.exit("instructions.py: no program %s: cargo build --release makes it" % options.tally[0])


def bless(counts, expected):
    """New counts replace old ones; what was not counted stays."""
    write_table({**expected, **{name: max(values) for name, values in counts.items()}})
    print("wrote %s" % os.path.relpath(TABLE, os.getcwd()))


def main():
    options = parse_options()
    names = choose(options)
    if options.list:
        print("\n".join(names))
        return 0
    check_tools(options)
    made_with, expected = read_table()
    start = time.monotonic()
    counts = count_all(names, options)
    here = toolchain()
    if expected and made_with != here:
        print("note: the table was made with %s; here: %s" % (made_with, here), file=sys.stderr)
    compare(counts, expected, TOLERANCE if made_with == here else TOLERANCE_OF_OTHERS, options)
    if options.bless and counts:
        bless(counts, expected)
    print("%d counted in %.0f seconds" % (len(counts), time.monotonic() - start))
    for failure in options.failures:
        print("FAILED " + failure, file=sys.stderr)
    if any(": GREW" in failure or ": not in" in failure for failure in options.failures):
        print("If that is meant: python3 benches/instructions.py --bless", file=sys.stderr)
    return 1 if options.failures else 0


if __name__ == "__main__":
    sys.exit(main())
