# Format specifications of integers.
for spec in ("", "d", "5", "05", "<5", ">5", "^5", "+", " ", "-", "+05d", "x", "X", "#x", "#X", "o", "#o", "b", "#b", "08b", "#010x",
             ",", "_", "_x", "_b", "15,", "*^15", "x<+8", "=+8", "0=+8", "c", "n", "e", ".2f", "%", "g", ".3e", "+.1%", "010,d"):
    for v in (0, 65, -42, 1234567):
        try:
            print(f"{v:{spec}}", end="|")
        except (ValueError, OverflowError) as error:
            print(error, end="|")
    print(spec)
for spec in (".5d", "s", "z", ",x", "__", "5.5x", "q", "+c", "1" * 30):
    try:
        print(format(5, spec))
    except ValueError as error:
        print(spec, "->", error)
