# f-strings.
name = "World"
n = 42
pi = 3.14159265
items = [1, 2, 3]
d = {"k": "v"}
print(f"Hello {name}!", f"{n}", f"{n + 1} {n * 2} {-n}", f"{pi:.2f}", f"{name!r} {name!s} {name!a}", f"{{literal}} {{{n}}}")
print(f"{items} {items[0]} {items[-1]:>3}", f"{d['k']} {d}", f"{n:5}|{n:<5}|{n:^5}|{n:05}", f"{name:>10}|{name:*^11}|{name:.3}")
print(f"{n=}", f"{n = }", f"{n=:5}", f"{name=}", f"{name=!s}", f"{pi=:.3f}", f"{items[0]=}", f"{ n + 1 = }", f"{len(items)=}")
print(f"{'nested'}", f"{'a' if n > 40 else 'b'}", f"{(lambda x: x * 2)(5)}", f"{[x for x in items if x > 1]}", f"{ {1: 2}[1] }")
print(f"{f'{n}'}", f"{f"{name!r:>{10}}"}", f"{name + f'{n}'}", f'{d["k"]}', f"{"double"}")
print(f"", f"{''}", f"a" f"b{n}" "c" f"{d}", rf"\d{n}", f"\t{n}\n".encode(), f"{n}" * 2)
print(f"""multi
{n}
line {name}""")
print(f"{n!r:>6}|{None}|{True}|{print}"[:20])
