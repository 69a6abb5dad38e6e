# input reads lines from standard input.
name = input("Name? ")
print("hello", name)
n = int(input())
total = 0
for _ in range(n):
    total += int(input())
print(total)
print(repr(input("empty: ")))
print(repr(input()))
print(repr(input("last, without line feed: ")))
try:
    input("at the end: ")
except EOFError as error:
    print(type(error).__name__, error)
