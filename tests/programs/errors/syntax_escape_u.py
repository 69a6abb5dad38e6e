# A truncated \u escape.
x = "\u12"
