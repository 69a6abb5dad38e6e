# An error three calls deep, with carets.
def parse(text):
    return int(text) + 1


def read(items):
    total = 0
    for item in items:
        total += parse(item)
    return total


def main():
    print(read(["1", "2"]))
    print(read(["3", "four"]))


main()
