# A dict display with a set's item.
d = {"a": 1, "b"}
