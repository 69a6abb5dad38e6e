# A digit that is not hexadecimal.
x = 0xfg
