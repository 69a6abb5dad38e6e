# An exception without text; multi-line texts.
try:
    raise ValueError
except ValueError as e:
    print(repr(str(e)))
try:
    raise RuntimeError("line one\nline two\n\nline four")
except RuntimeError:
    raise Exception()
