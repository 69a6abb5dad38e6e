# A statement that makes no sense; nothing before it runs.
print("never printed")
x = 1 +
print(x)
