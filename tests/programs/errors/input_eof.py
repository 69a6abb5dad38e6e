# input() at the end of standard input.
print(input("name? "))
print(input())
