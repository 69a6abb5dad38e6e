# An interpreter for a tiny language.
def compile_jumps(code):
    stack, jumps = [], {}
    for i, c in enumerate(code):
        if c == "[":
            stack.append(i)
        elif c == "]":
            j = stack.pop()
            jumps[i], jumps[j] = j, i
    return jumps
def run(code, given=""):
    jumps, tape, at, pc, out, given = compile_jumps(code), [0] * 100, 0, 0, [], iter(given)
    while pc < len(code):
        c = code[pc]
        if c == ">": at += 1
        elif c == "<": at -= 1
        elif c == "+": tape[at] = (tape[at] + 1) % 256
        elif c == "-": tape[at] = (tape[at] - 1) % 256
        elif c == ".": out.append(chr(tape[at]))
        elif c == ",": tape[at] = ord(next(given, "\0"))
        elif c == "[" and not tape[at]: pc = jumps[pc]
        elif c == "]" and tape[at]: pc = jumps[pc]
        pc += 1
    return "".join(out)
hello = "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+."
print(run(hello))
print(run(",[.,]", "echo"), run(",>,<[->+<]>.", "!A") == chr(33 + 65), run("+++[->++<]>" + "+" * 60 + "."))
try:
    run("]")
except IndexError as error:
    print(error)
