# Lines of standard input: empty, long, without end.
lines = []
while True:
    try:
        lines.append(input())
    except EOFError:
        break
print(len(lines), [len(x) for x in lines])
print(lines[1][:5], repr(lines[2]), repr(lines[-1]))
