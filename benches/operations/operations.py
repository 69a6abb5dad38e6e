"""One operation, over and over: operations.py OPERATION ROUNDS

For counting the instructions of the operations that programs spend their time in. Each is
a function of its own, so that machine code for one is not shaped by the others. `nothing`
is the loop alone.
"""

import sys


class Plain:
    """Without a constructor."""


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def sum(self):
        return self.x + self.y


class Shifted(Point):
    def sum(self):
        return super().sum() + 1


class Slotted:
    __slots__ = ("x",)

    def __init__(self, x):
        self.x = x


def nothing(rounds):
    for i in range(rounds):
        pass
    return rounds


def int_add(rounds):
    total = 0
    for i in range(rounds):
        total = total + i
    return total


def int_add_big(rounds):
    total = 1 << 200
    step = 1 << 130
    for i in range(rounds):
        total = total + step
    return total


def float_multiply(rounds):
    value = 1.0
    for i in range(rounds):
        value = value * 1.0000001
    return value


def dict_get_str(rounds):
    table = {"alpha": 1, "beta": 2, "gamma": 3}
    total = 0
    for i in range(rounds):
        total += table["beta"]
    return total


def dict_get_int(rounds):
    table = {k: k for k in range(64)}
    total = 0
    for i in range(rounds):
        total += table[i & 63]
    return total


def dict_set_int(rounds):
    table = {}
    for i in range(rounds):
        table[i & 1023] = i
    return len(table)


def dict_miss(rounds):
    table = {"alpha": 1, "beta": 2}
    found = 0
    for i in range(rounds):
        if "delta" in table:
            found += 1
    return found


def list_append_pop(rounds):
    items = []
    for i in range(rounds):
        items.append(i)
        items.append(i)
        items.pop()
    return len(items)


def list_index(rounds):
    items = list(range(64))
    total = 0
    for i in range(rounds):
        total += items[i & 63]
    return total


def list_store(rounds):
    items = [0] * 64
    for i in range(rounds):
        items[i & 63] = i
    return sum(items)


def str_concat(rounds):
    text = ""
    for i in range(rounds):
        text = "word " + "and another"[: i & 7]
    return text


def str_build(rounds):
    text = ""
    for i in range(rounds):
        text += "x"
    return len(text)


def str_format(rounds):
    size = 0
    for i in range(rounds):
        size += len(f"{i} items")
    return size


def attribute_get(rounds):
    point = Point(1, 2)
    total = 0
    for i in range(rounds):
        total += point.x
    return total


def attribute_set(rounds):
    point = Point(1, 2)
    for i in range(rounds):
        point.y = i
    return point.y


def slot_get(rounds):
    slotted = Slotted(3)
    total = 0
    for i in range(rounds):
        total += slotted.x
    return total


def instance_plain(rounds):
    for i in range(rounds):
        last = Plain()
    return type(last).__name__


def instance_init(rounds):
    for i in range(rounds):
        last = Point(i, i)
    return last.x


def call_function(rounds):
    def successor(x):
        return x + 1

    value = 0
    for i in range(rounds):
        value = successor(value)
    return value


def call_method(rounds):
    point = Point(1, 2)
    total = 0
    for i in range(rounds):
        total += point.sum()
    return total


def call_super(rounds):
    point = Shifted(1, 2)
    total = 0
    for i in range(rounds):
        total += point.sum()
    return total


def call_native(rounds):
    text = "some text"
    total = 0
    for i in range(rounds):
        total += len(text)
    return total


def call_native_method(rounds):
    text = "some text"
    total = 0
    for i in range(rounds):
        total += text.find("text")
    return total


def generator_next(rounds):
    def numbers(count):
        for i in range(count):
            yield i

    total = 0
    for i in numbers(rounds):
        total += i
    return total


def tuple_unpack(rounds):
    first, second = 0, 1
    for i in range(rounds):
        first, second = second, first
        pair = (first, i)
        first, _ = pair
    return second


def exception_caught(rounds):
    caught = 0
    for i in range(rounds):
        try:
            raise ValueError
        except ValueError:
            caught += 1
    return caught


OPERATIONS = {
    function.__name__: function
    for function in (
        nothing, int_add, int_add_big, float_multiply, dict_get_str, dict_get_int, dict_set_int,
        dict_miss, list_append_pop, list_index, list_store, str_concat, str_build, str_format,
        attribute_get, attribute_set, slot_get, instance_plain, instance_init, call_function,
        call_method, call_super, call_native, call_native_method, generator_next, tuple_unpack,
        exception_caught,
    )
}


def main(arguments):
    if len(arguments) != 2 or arguments[0] not in OPERATIONS:
        print("usage: operations.py OPERATION ROUNDS, with one of", ", ".join(OPERATIONS))
        return 2
    print(OPERATIONS[arguments[0]](int(arguments[1])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
