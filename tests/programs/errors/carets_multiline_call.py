# A call with its arguments on several lines.
def target(first, second):
    raise ValueError(
        f"bad values: {first} "
        f"and {second}"
    )


result = target(
    "one",
    second=sum([
        1,
        2,
    ]),
)
