"""Counts the words of a made-up text.

`size` is the number of words. The text has capitals and punctuation, is split into
words, counted in several ways that must agree, and the most frequent are shown.
"""

import random
import sys
from collections import Counter, defaultdict

ONSETS = ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "st", "tr"]
VOWELS = ["a", "e", "i", "o", "u", "ai"]
ENDINGS = ["", "n", "r", "s", "nd"]
MARKS = [",", ".", ";", "!", "?", ":"]


def make_vocabulary(generator, count):
    words = []
    for _ in range(count):
        syllables = [
            generator.choice(ONSETS) + generator.choice(VOWELS)
            for _ in range(generator.randint(1, 3))
        ]
        words.append("".join(syllables) + generator.choice(ENDINGS))
    return words


def make_text(words):
    generator = random.Random(2014)
    vocabulary = make_vocabulary(generator, 400)
    lines = []
    line = []
    for _ in range(words):
        # A product of two draws makes the first words the frequent ones.
        rank = int(generator.random() * generator.random() * len(vocabulary))
        word = vocabulary[rank]
        if generator.random() < 0.1:
            word = word.capitalize()
        if generator.random() < 0.15:
            word += MARKS[generator.randrange(len(MARKS))]
        line.append(word)
        if len(line) == 12:
            lines.append(" ".join(line))
            line = []
    lines.append(" ".join(line))
    return "\n".join(lines) + "\n"


def words_by_split(text):
    """Splits at white space and strips the punctuation."""
    for line in text.splitlines():
        for word in line.split():
            yield word.strip(",.;:!?").lower()


def words_by_scan(text):
    """Scans character by character for runs of letters."""
    start = -1
    for position, char in enumerate(text):
        if char.isalpha():
            if start < 0:
                start = position
        elif start >= 0:
            yield text[start:position].lower()
            start = -1
    if start >= 0:
        yield text[start:].lower()


def run(size):
    text = make_text(size)
    counts = {}
    for word in words_by_split(text):
        counts[word] = counts.get(word, 0) + 1
    by_first = defaultdict(list)
    for word in counts:
        by_first[word[0]].append(word)
    if Counter(words_by_scan(text)) != counts:
        raise AssertionError("the two ways to find words disagree")
    if sum(counts.values()) != size:
        raise AssertionError("words were lost")
    top = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:5]
    initial, group = max(by_first.items(), key=lambda item: (len(item[1]), item[0]))
    return "%d different; %s; %d begin with %s" % (
        len(counts),
        ", ".join(["%s %d" % (word, count) for word, count in top]),
        len(group),
        initial,
    )


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 20000))
