# helper module
x = (1,
def
