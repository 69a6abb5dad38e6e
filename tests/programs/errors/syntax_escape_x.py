# A truncated \x escape.
x = "\x4"
