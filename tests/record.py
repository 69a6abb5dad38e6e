"""Records what CPython prints for the language tests in tests/programs/.

    python3 tests/record.py --python COMMAND [--check] [AREA[/NAME] ...]

A test is tests/programs/AREA/NAME.py. Beside it this script writes

    NAME.out    standard output (always)
    NAME.err    standard error, only if not empty
    NAME.code   exit code, only if not 0

and removes those that no longer apply. The test may bring NAME.in (standard
input, empty without it) and, as its first line, a comment "# args: a b" with
the words of its command line. A file in an AREA's folder whose first line
begins with "# helper" is a module for the tests beside it, not a test; so is
everything in deeper folders.

The program runs as "COMMAND NAME.py ARGS" in the test's folder. The absolute
name of that folder is replaced by {DIR} in what is recorded. Each program runs
with several string hash seeds, and one whose results differ is refused: its
output depends on hashes, addresses or time.

--check writes nothing and reports tests whose files are not what COMMAND
prints now. The exit code is 1 if a test was refused or differs.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent / "programs"
TIMEOUT_SECONDS = 20
HASH_SEEDS = ["1", "2", "3", "4"]


def is_helper(path):
    with path.open("rb") as file:
        return file.readline().startswith(b"# helper")


def find_tests(selectors):
    """Paths of the tests named by AREA or AREA/NAME; all without a selector."""
    found = []
    for selector in selectors or ["*"]:
        area, _, name = selector.removesuffix(".py").partition("/")
        matches = sorted(ROOT.glob(f"{area}/{name or '*'}.py"))
        if not matches:
            sys.exit(f"record.py: no test matches {selector}")
        found += [path for path in matches if not is_helper(path)]
    return list(dict.fromkeys(found))


def arguments(path):
    with path.open("rb") as file:
        first = file.readline().decode("utf-8", "replace")
    prefix = "# args:"
    return first[len(prefix):].split() if first.startswith(prefix) else []


def environment(hash_seed):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return kept | {
        "PYTHONHASHSEED": hash_seed,
        "PYTHONDONTWRITEBYTECODE": "1",
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
    }


def run(command, path, hash_seed):
    """(stdout, stderr, exit code) of one run, with {DIR} put in."""
    given = path.with_suffix(".in")
    done = subprocess.run(
        [*command, path.name, *arguments(path)],
        cwd=path.parent,
        env=environment(hash_seed),
        input=given.read_bytes() if given.exists() else b"",
        capture_output=True,
        timeout=TIMEOUT_SECONDS,
    )
    folder = os.fsencode(path.parent)
    return (
        done.stdout.replace(folder, b"{DIR}"),
        done.stderr.replace(folder, b"{DIR}"),
        done.returncode,
    )


def wanted_files(stdout, stderr, code):
    """Content by suffix; None where the file must not exist."""
    return {
        ".out": stdout,
        ".err": stderr or None,
        ".code": f"{code}\n".encode() if code else None,
    }


def record(command, path, check):
    """None, or a line saying what is wrong with the test."""
    name = path.relative_to(ROOT)
    try:
        first, *others = [run(command, path, seed) for seed in HASH_SEEDS]
    except subprocess.TimeoutExpired:
        return f"{name}: no end after {TIMEOUT_SECONDS} s"
    if any(other != first for other in others):
        return f"{name}: refused: its runs differ"
    changed = []
    for suffix, content in wanted_files(*first).items():
        target = path.with_suffix(suffix)
        present = target.read_bytes() if target.exists() else None
        if present == content:
            continue
        changed.append(target.name)
        if check:
            continue
        if content is None:
            target.unlink()
        else:
            target.write_bytes(content)
    if check and changed:
        return f"{name}: differs: {' '.join(changed)}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", required=True, help="command that runs CPython 3.14")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("tests", nargs="*", metavar="AREA[/NAME]")
    options = parser.parse_args()

    command = shlex.split(options.python)
    tests = find_tests(options.tests)
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        results = pool.map(lambda path: record(command, path, options.check), tests)
        problems = [problem for problem in results if problem]
    for problem in problems:
        print(problem)
    print(f"{len(tests)} tests, {len(problems)} with problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
