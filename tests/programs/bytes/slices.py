# Slices of bytes and byte arrays agree with those of lists.
data = bytes(range(10))
as_list = list(data)
bounds = [None, -11, -3, 0, 2, 7, 10, 12]
steps = [None, 1, 2, 3, -1, -4]
for start in bounds:
    for stop in bounds:
        for step in steps:
            s = slice(start, stop, step)
            expected = as_list[s]
            assert list(data[s]) == expected and list(bytearray(data)[s]) == expected
            model, array = list(as_list), bytearray(data)
            del model[s]
            del array[s]
            assert list(array) == model, (s, array, model)
            for new in ([], [100], [100, 101, 102], [200] * len(expected)):
                model, array = list(as_list), bytearray(data)
                try:
                    model[s] = new
                    expected_error = False
                except ValueError:
                    expected_error = True
                # Unlike a list, a byte array takes nothing for an extended slice as its deletion.
                if expected_error and not new:
                    continue
                try:
                    array[s] = bytes(new)
                    error = False
                except ValueError as e:
                    error = True
                assert error == expected_error, (s, new)
                if not error:
                    assert list(array) == model, (s, new)
array = bytearray(b"abcdef")
array[::2] = b""
print(array)
array = bytearray(b"abcdef")
array[1:3] = b"XYZ"
array[-1:] = [1, 2]
array[:0] = (64,)
print(array)
for key, value in ((slice(0, 2), 5), (slice(0, 2), "ab"), (slice(0, 4, 2), b"abc"), (0, 256), (0, "a"), (99, 1), ("a", 1),
                   (slice(0, 2), [300]), (slice(0, 2), [1.5]), (slice(None, None, 0), b"")):
    try:
        array[key] = value
        print("no error", key, value)
    except (TypeError, ValueError, IndexError) as e:
        print(type(e).__name__, e)
print(array)
