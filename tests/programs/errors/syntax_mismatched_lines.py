# A closing bracket that does not match, on another line.
x = {
    "a": 1,
    "b": 2,
)
