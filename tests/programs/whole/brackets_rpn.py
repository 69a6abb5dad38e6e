# Bracket matching, reverse Polish notation, a stack machine.
def check(text):
    pairs, stack = {")": "(", "]": "[", "}": "{"}, []
    for i, c in enumerate(text):
        if c in pairs.values():
            stack.append((c, i))
        elif c in pairs:
            if not stack or stack.pop()[0] != pairs[c]:
                return f"unmatched {c} at {i}"
    return f"unclosed {stack[-1][0]} at {stack[-1][1]}" if stack else "ok"
for text in ("([]{})", "(]", "((", "", "a(b[c]d)e", ")"):
    print(repr(text), check(text))
def rpn(text):
    ops = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b, "^": pow}
    stack = []
    for word in text.split():
        if word in ops:
            b, a = stack.pop(), stack.pop()
            stack.append(ops[word](a, b))
        else:
            stack.append(int(word))
    [result] = stack
    return result
for text in ("3 4 + 2 *", "5 1 2 + 4 * + 3 -", "2 3 ^ 4 /", "1 +", "1 2", "1 0 /", "x"):
    try:
        print(text, "=", rpn(text))
    except (IndexError, ValueError, ZeroDivisionError) as error:
        print(text, "->", type(error).__name__, error)
def machine(program, **registers):
    pc, steps = 0, 0
    while pc < len(program):
        op, *args = program[pc]
        pc += 1
        steps += 1
        value = lambda x: registers[x] if isinstance(x, str) else x
        if op == "set": registers[args[0]] = value(args[1])
        elif op == "add": registers[args[0]] += value(args[1])
        elif op == "mul": registers[args[0]] *= value(args[1])
        elif op == "jnz" and value(args[0]): pc += args[1] - 1
    return registers, steps
print(machine([("set", "r", 1), ("mul", "r", "n"), ("add", "n", -1), ("jnz", "n", -2)], n=12))
