# A name that is parameter and global.
def f(a, b):
    global b
    b = 1
