# A digit that is not binary.
x = 0b102
