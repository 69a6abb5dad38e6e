# An annotation on a tuple.
(a, b): int
