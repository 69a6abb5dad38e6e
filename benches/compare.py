"""Compares `tally` with other Pythons on the programs of `benches/programs`.

    python3 benches/compare.py --peer cpython=python3.14 --peer pypy=pypy3 --classics

Every program runs under tally and under each peer in turn, A B A B, so that whatever else
the machine does falls on all of them alike. Four things are measured:

steady   seconds of one iteration once warm: the median of the later half of the iterations
         inside one process, then the median over the runs
first    seconds of the first iteration in a fresh process, on the same input
cold     wall time of a whole process that does one short piece of work
memory   peak resident memory of a process that does the steady work

Each figure is given as a ratio, the peer's divided by tally's: above 1 tally is faster, or
smaller. The `hello` row is a program that prints one line: start-up alone. The last rows
are the geometric means over the programs without `hello`.

The command of a peer may be several words. A wrapper that starts the real program with
`exec` is measured as that program, its own time included. Needs nothing but a standard
Python 3.9 or later on a Unix system.
"""

import argparse
import collections
import ctypes
import math
import os
import re
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PROGRAMS = os.path.join(HERE, "programs")
HELLO = "hello"

# Sizes of one iteration: about 30 ms and about 200 ms under CPython 3.14.
Sizes = collections.namedtuple("Sizes", "short steady")

CLASSICS = {
    "richards": Sizes(7000, 60000),
    "deltablue": Sizes(1200, 7000),
    "havlak": Sizes(70, 300),
    "cd": Sizes(25, 160),
    "json_bench": Sizes(400, 2600),
    "bounce": Sizes(3700, 24000),
    "list_tak": Sizes(60, 430),
    "permute": Sizes(110, 750),
    "queens": Sizes(24, 160),
    "sieve": Sizes(350000, 1900000),
    "storage": Sizes(22, 145),
    "towers": Sizes(20, 130),
    "mandelbrot": Sizes(125, 315),
    "nbody": Sizes(7500, 50000),
}

OTHERS = {
    "fannkuch": Sizes(8, 9),
    "spectral_norm": Sizes(82, 212),
    "binary_trees": Sizes(11, 13),
    "word_freq": Sizes(35000, 250000),
    "matmul": Sizes(78, 152),
    "lru_cache": Sizes(25000, 170000),
    "tiny_interp": Sizes(280, 1600),
    "sudoku": Sizes(1, 3),
    "pidigits": Sizes(950, 2400),
    "gen_pipeline": Sizes(65000, 480000),
    "exc_machine": Sizes(20000, 140000),
    "str_build": Sizes(4000, 27000),
    "raytrace": Sizes(52, 135),
    "dijkstra": Sizes(85, 200),
}

SIZES = {**CLASSICS, **OTHERS}

METRICS = ("steady", "first", "cold", "memory")
UNITS = {
    "steady": (1e3, "ms"),
    "first": (1e3, "ms"),
    "cold": (1e3, "ms"),
    "memory": (1 / 1024, "MB"),
}
ITERATION = re.compile(r"^iteration (\d+) (\d+\.\d+)$")

# The memory a child is charged with starts at that of the process that forked it, so
# measured children are forked by a small shell that leaves them to this process.
LAUNCHER = '"$@" & echo $! >&3'
PR_SET_CHILD_SUBREAPER = 36


class Failure(Exception):
    """A process that did not do its work; the text says what happened."""


class Engine:
    """One way to run a Python file."""

    def __init__(self, name, command):
        self.name = name
        self.command = command

    def argv(self, script, *arguments):
        return self.command + [os.path.join(PROGRAMS, script)] + [str(a) for a in arguments]


class Process:
    """What became of one process: output, wall seconds, peak memory in kilobytes."""

    def __init__(self, output, seconds, peak):
        self.output = output
        self.seconds = seconds
        self.peak = peak


def become_subreaper():
    """Asks to inherit orphans; False where the system has no such thing."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        return ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    except (OSError, AttributeError):
        return False


def peak_kilobytes(usage):
    return usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)


def wait_for(pid, timeout):
    """Waits for a child: its status and resource usage. Kills it after the time-out."""
    expired = []

    def expire(number, frame):
        expired.append(pid)
        os.kill(pid, signal.SIGKILL)

    previous = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, timeout)
    try:
        _, status, usage = os.wait4(pid, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    if expired:
        raise Failure("stopped after %g seconds" % timeout)
    return status, usage


def checked(status, output, errors, seconds, peak):
    """The process if it ended well; raises Failure otherwise."""
    if status != 0:
        if os.WIFSIGNALED(status):
            how = "died of signal %d" % os.WTERMSIG(status)
        else:
            how = "exit code %d" % os.WEXITSTATUS(status)
        lines = errors.decode("utf-8", "replace").strip().splitlines() or ["(no message)"]
        raise Failure("%s: %s" % (how, lines[-1]))
    return Process(output.decode("utf-8", "replace"), seconds, peak)


def execute(argv, timeout):
    """Runs a command to its end with its wall time; output goes to files, never blocks."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        try:
            child = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        except OSError as error:
            raise Failure("cannot start: %s" % error) from error
        try:
            status, usage = wait_for(child.pid, timeout)
            seconds = time.perf_counter() - start
        finally:
            # It has been waited for here; keeps Popen from trying too.
            child.returncode = 0
        out.seek(0)
        err.seek(0)
        return checked(status, out.read(), err.read(), seconds, peak_kilobytes(usage))


def execute_for_memory(argv, timeout):
    """Like `execute`, but started by the launcher, so that the peak is the command's own."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        reader, writer = os.pipe()
        start = time.perf_counter()
        try:
            launcher = subprocess.Popen(
                ["/bin/sh", "-c", "exec 3>&%d; %s" % (writer, LAUNCHER), "sh"] + argv,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                pass_fds=(writer,),
            )
        finally:
            os.close(writer)
        launcher.wait()
        # The command holds the pipe too: read one line, not to the end.
        with os.fdopen(reader) as pipe:
            pid = int(pipe.readline())
        status, usage = wait_for(pid, timeout)
        seconds = time.perf_counter() - start
        out.seek(0)
        err.seek(0)
        return checked(status, out.read(), err.read(), seconds, peak_kilobytes(usage))


class Samples:
    """Everything measured of one program under one engine."""

    def __init__(self):
        self.values = {metric: [] for metric in METRICS}
        self.results = []

    def add(self, metric, value):
        self.values[metric].append(value)

    def median(self, metric):
        values = self.values[metric]
        return statistics.median(values) if values else None


def parse_steady(output):
    """The seconds of each iteration and the result from what steady.py printed."""
    seconds = []
    rest = []
    for line in output.splitlines():
        match = ITERATION.match(line)
        if match:
            seconds.append(float(match.group(2)))
        else:
            rest.append(line)
    if not seconds:
        raise Failure("no iterations were reported")
    return seconds, "\n".join(rest)


class Comparison:
    def __init__(self, engines, options):
        self.engines = engines
        self.options = options
        self.failures = []
        self.samples = {}
        self.launch = execute_for_memory if become_subreaper() else execute

    def fail(self, program, engine, text):
        message = "%s under %s: %s" % (program, engine.name, text)
        self.failures.append(message)
        print("FAILED " + message, file=sys.stderr, flush=True)

    def run_program(self, program):
        """Fills `samples` for one program; an engine that fails drops out of it."""
        active = list(self.engines)
        table = {engine.name: Samples() for engine in active}
        self.samples[program] = table
        for _ in range(self.options.runs):
            for engine in list(active):
                try:
                    self.measure(program, engine, table[engine.name])
                except Failure as failure:
                    self.fail(program, engine, failure)
                    active.remove(engine)
                    del table[engine.name]
        self.compare_results(program, table)

    def measure(self, program, engine, samples):
        """One run of everything for one program and engine."""
        timeout = self.options.timeout
        if program == HELLO:
            argv = engine.argv("hello.py")
            cold = execute(argv, timeout)
            samples.add("memory", self.launch(argv, timeout).peak)
            samples.add("cold", cold.seconds)
            samples.results.append((cold.output,))
            return
        sizes = SIZES[program]
        cold = execute(engine.argv(program + ".py", sizes.short), timeout)
        samples.add("cold", cold.seconds)
        argv = engine.argv("steady.py", program, sizes.steady, self.options.iterations)
        warm = self.launch(argv, timeout)
        seconds, result = parse_steady(warm.output)
        samples.add("first", seconds[0])
        samples.add("steady", statistics.median(seconds[len(seconds) // 2 :]))
        samples.add("memory", warm.peak)
        samples.results.append((cold.output, result))

    def compare_results(self, program, table):
        """Every run must have printed the same; the first peer that ran is the judge.

        Figures of an engine that printed something else count for nothing.
        """
        judges = [engine for engine in self.engines[1:] + self.engines[:1] if engine.name in table]
        if not judges:
            return
        expected = table[judges[0].name].results[0]
        for engine in judges:
            for result in table[engine.name].results:
                if result != expected:
                    text = "printed %r, but %s printed %r" % (result, judges[0].name, expected)
                    self.fail(program, engine, text)
                    del table[engine.name]
                    break

    def ratio(self, program, peer, metric):
        """The peer's figure divided by tally's, or None where one is missing."""
        table = self.samples[program]
        ours = table.get(self.engines[0].name)
        theirs = table.get(peer.name)
        if ours is None or theirs is None:
            return None
        mine, other = ours.median(metric), theirs.median(metric)
        return other / mine if mine and other is not None else None

    def figure(self, program, engine, metric):
        samples = self.samples[program].get(engine.name)
        return None if samples is None else samples.median(metric)


def geometric_mean(values):
    values = [value for value in values if value is not None]
    if not values:
        return None
    return math.exp(sum([math.log(value) for value in values]) / len(values))


def cell(value, width=9, digits=2):
    return ("-" if value is None else "%.*f" % (digits, value)).rjust(width)


def print_figures(comparison, programs):
    """The figures themselves, so that a ratio can be traced to what was measured."""
    print("\nMedians over %d runs:" % comparison.options.runs)
    width = max([len(engine.name) for engine in comparison.engines])
    headings = ["%s %s" % (metric, UNITS[metric][1]) for metric in METRICS]
    print("%-14s %-*s" % ("program", width, "engine") + "".join([h.rjust(11) for h in headings]))
    for program in programs:
        for engine in comparison.engines:
            line = "%-14s %-*s" % (program, width, engine.name)
            for metric in METRICS:
                value = comparison.figure(program, engine, metric)
                line += cell(None if value is None else value * UNITS[metric][0], 11)
            print(line)


def print_ratios(comparison, programs, peer):
    print("\n%s / tally (above 1: tally is faster, or smaller)" % peer.name)
    print("%-14s" % "program" + "".join([metric.rjust(9) for metric in METRICS]))
    ratios = {}
    for program in programs:
        ratios[program] = [comparison.ratio(program, peer, metric) for metric in METRICS]
        print("%-14s" % program + "".join([cell(ratio) for ratio in ratios[program]]))
    counted = [program for program in programs if program != HELLO]
    groups = [("mean, classics", [p for p in counted if p in CLASSICS])]
    if len(groups[0][1]) != len(counted):
        groups.append(("mean, all", counted))
    for title, group in groups:
        columns = zip(*[ratios[program] for program in group])
        means = [geometric_mean(column) for column in columns]
        if means:
            print("%-14s" % title + "".join([cell(mean) for mean in means]))


def parse_peer(text):
    name, separator, command = text.partition("=")
    if not name or not separator or not command.strip() or name == "tally":
        raise argparse.ArgumentTypeError("%r is not NAME=COMMAND" % text)
    return Engine(name, shlex.split(command))


def at_least(least):
    def parse(text):
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError("must be at least %d" % least)
        return value

    return parse


def parse_options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--tally",
        default=os.path.join(ROOT, "target", "release", "tally"),
        metavar="COMMAND",
        help="the program that is compared with the peers (default: %(default)s)",
    )
    parser.add_argument("--tally-args", default="", metavar="ARGS", help='such as "--jit off"')
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        type=parse_peer,
        metavar="NAME=COMMAND",
        help="another Python; may be given several times",
    )
    parser.add_argument("--classics", action="store_true", help="only the fourteen classics")
    parser.add_argument("--programs", metavar="A,B", help="only these programs")
    parser.add_argument("--runs", type=at_least(1), default=3, help="processes of each kind (3)")
    parser.add_argument(
        "--iterations", type=at_least(1), default=10, help="iterations in a process (10)"
    )
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds a process may take")
    options = parser.parse_args()
    names = [peer.name for peer in options.peer]
    if len(set(names)) != len(names):
        parser.error("two peers have the same name")
    options.names = choose_programs(parser, options)
    return options


def choose_programs(parser, options):
    if options.programs is None:
        return [HELLO] + list(CLASSICS if options.classics else SIZES)
    names = [name.strip() for name in options.programs.split(",") if name.strip()]
    for name in names:
        if name != HELLO and name not in SIZES:
            parser.error("no program %r; there are: %s" % (name, ", ".join([HELLO, *SIZES])))
    if options.classics:
        names = [name for name in names if name in CLASSICS or name == HELLO]
    if not names:
        parser.error("no programs are left")
    return names


def main():
    options = parse_options()
    tally = Engine("tally", shlex.split(options.tally) + shlex.split(options.tally_args))
    comparison = Comparison([tally] + options.peer, options)
    if comparison.launch is execute:
        print("note: peaks of memory below this process's own cannot be seen here")
    for number, program in enumerate(options.names, 1):
        print("%d/%d %s" % (number, len(options.names), program), file=sys.stderr, flush=True)
        comparison.run_program(program)
    print_figures(comparison, options.names)
    for peer in options.peer:
        print_ratios(comparison, options.names, peer)
    if comparison.failures:
        print("\n%d failures:" % len(comparison.failures))
        for failure in comparison.failures:
            print("  " + failure)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
