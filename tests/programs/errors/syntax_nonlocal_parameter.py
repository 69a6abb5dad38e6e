# A name that is parameter and nonlocal.
def f(x):
    def g(x):
        nonlocal x
