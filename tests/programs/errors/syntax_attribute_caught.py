# SyntaxError objects from exec can be inspected.
try:
    exec("x = 1\ny = (\n")
except SyntaxError as e:
    print(e.msg, e.lineno, e.offset, e.text, e.filename)
try:
    exec("def f():\nreturn")
except IndentationError as e:
    print(e.msg, e.lineno, e.offset, repr(e.text), e.args[0])
try:
    eval("1 = 2")
except SyntaxError as e:
    print(e)
