# A missing comma in a dict.
d = {"a": 1 "b": 2}
