"""Caches that forget what was least recently used, after a skewed stream of requests.

`size` is the number of requests. One cache is a dictionary with a doubly linked list,
one uses an ordered dictionary, one is the decorator of the standard library; all must
see the same hits.
"""

import sys
from abc import ABC, abstractmethod
from collections import OrderedDict
from functools import lru_cache

CAPACITY = 128


class Cache(ABC):
    def __init__(self, capacity):
        self.capacity = capacity
        self.hits = 0
        self.misses = 0

    @abstractmethod
    def lookup(self, key):
        """The value, made the most recent one; None if it is not here."""

    @abstractmethod
    def store(self, key, value):
        """Adds a value, at the cost of the least recent one."""

    def fetch(self, key, compute):
        value = self.lookup(key)
        if value is None:
            self.misses += 1
            value = compute(key)
            self.store(key, value)
        else:
            self.hits += 1
        return value


class Entry:
    def __init__(self, key, value):
        self.key = key
        self.value = value
        self.newer = self
        self.older = self

    def unlink(self):
        self.newer.older = self.older
        self.older.newer = self.newer

    def link_below(self, anchor):
        self.newer = anchor
        self.older = anchor.older
        anchor.older.newer = self
        anchor.older = self


class LinkedCache(Cache):
    def __init__(self, capacity):
        super().__init__(capacity)
        self.entries = {}
        self.anchor = Entry(None, None)

    def lookup(self, key):
        entry = self.entries.get(key)
        if entry is None:
            return None
        entry.unlink()
        entry.link_below(self.anchor)
        return entry.value

    def store(self, key, value):
        if len(self.entries) >= self.capacity:
            oldest = self.anchor.newer
            oldest.unlink()
            del self.entries[oldest.key]
        entry = Entry(key, value)
        self.entries[key] = entry
        entry.link_below(self.anchor)

    def clear(self):
        """Breaks the ring so that the entries go at once."""
        self.entries.clear()
        entry = self.anchor
        while entry.older is not entry:
            entry.older.unlink()
        entry.newer = entry.older = None


class OrderedCache(Cache):
    def __init__(self, capacity):
        super().__init__(capacity)
        self.entries = OrderedDict()

    def lookup(self, key):
        value = self.entries.get(key)
        if value is not None:
            self.entries.move_to_end(key)
        return value

    def store(self, key, value):
        if len(self.entries) >= self.capacity:
            self.entries.popitem(last=False)
        self.entries[key] = value


class Requests:
    """A stream of keys of which the small ones come often."""

    def __init__(self, count):
        self.count = count
        self.seed = 12345

    def __iter__(self):
        for _ in range(self.count):
            self.seed = (self.seed * 1103515245 + 12345) & 0x7FFFFFFF
            first = (self.seed >> 16) % 640
            second = (self.seed >> 5) % 640
            yield first * second // 640


def compute(key):
    """Some digits of the key's square, never zero."""
    return key * key % 9973 + 1


def run(size):
    linked = LinkedCache(CAPACITY)
    ordered = OrderedCache(CAPACITY)
    library = lru_cache(maxsize=CAPACITY)(compute)
    total = 0
    for key in Requests(size):
        value = linked.fetch(key, compute)
        if value != ordered.fetch(key, compute) or value != library(key):
            raise AssertionError("the caches disagree about %d" % key)
        total += value
    info = library.cache_info()
    if not linked.hits == ordered.hits == info.hits:
        raise AssertionError("the caches forget differently")
    if set(linked.entries) != set(ordered.entries):
        raise AssertionError("the caches remember different keys")
    linked.clear()
    return "hits %d misses %d total %d" % (linked.hits, linked.misses, total)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 20000))
