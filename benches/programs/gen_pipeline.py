"""Generators that feed each other: sources, filters, windows, a tree walk, coroutines.

`size` is how many readings flow through the pipeline.
"""

import operator
import sys
from functools import reduce
from itertools import accumulate, chain, count, islice, takewhile


def readings(seed):
    """An endless stream of (time, sensor, value)."""
    for time in count():
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        yield time, (seed >> 8) % 4, (seed >> 12) % 1000


def only(sensor, stream):
    return (reading for reading in stream if reading[1] == sensor)


def values(stream):
    for _, _, value in stream:
        yield value


def tee_to(sink, stream):
    """Passes everything on and sends a copy to a coroutine."""
    for item in stream:
        sink.send(item)
        yield item


def windows(stream, width):
    """Overlapping runs of `width` items."""
    window = list(islice(stream, width))
    if len(window) == width:
        yield tuple(window)
    for item in stream:
        window.pop(0)
        window.append(item)
        yield tuple(window)


def smooth(stream, width):
    for window in windows(stream, width):
        yield sum(window) // width


def batches(stream, size):
    while True:
        batch = list(islice(stream, size))
        if not batch:
            return len(batch)
        yield batch


def flatten(tree):
    """The leaves of nested lists."""
    for node in tree:
        if isinstance(node, list):
            yield from flatten(node)
        else:
            yield node


def statistics(report):
    """A coroutine that is sent numbers; when closed it leaves a summary in `report`."""
    seen = 0
    total = 0
    highest = 0
    try:
        while True:
            value = yield highest
            seen += 1
            total += value
            highest = max(highest, value)
    finally:
        report.append((seen, total, highest))


def merge(left, right):
    """Two ascending streams as one."""
    a = next(left, None)
    b = next(right, None)
    while a is not None and b is not None:
        if a <= b:
            yield a
            a = next(left, None)
        else:
            yield b
            b = next(right, None)
    if a is not None:
        yield a
        yield from left
    if b is not None:
        yield b
        yield from right


def run(size):
    report = []
    monitor = statistics(report)
    next(monitor)
    stream = takewhile(lambda reading: reading[0] < size, readings(42))
    tree = []
    for batch in batches(tee_to(monitor, smooth(values(only(2, stream)), 3)), 5):
        tree.append([batch[:2], batch[2:]])
    monitor.close()
    leaves = list(flatten(tree))
    seen, total, highest = report[0]
    if (seen, total) != (len(leaves), sum(leaves)):
        raise AssertionError("the monitor saw something else")

    rising = list(accumulate(islice(leaves, 0, None, 2), operator.add))
    falling = list(accumulate(leaves[1::2], operator.add))
    merged = list(merge(iter(rising), iter(falling)))
    if merged != sorted(chain(rising, falling)):
        raise AssertionError("the streams were not merged")
    checksum = reduce(lambda a, b: (a * 31 + b) % 1000003, merged, 7)
    return "%d smoothed, total %d, highest %d, checksum %d" % (
        seen,
        total,
        highest,
        checksum,
    )


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 50000))
