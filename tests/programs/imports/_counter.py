# helper module
print("counter loaded")
n = 0
def up():
    global n
    n += 1
    return n
