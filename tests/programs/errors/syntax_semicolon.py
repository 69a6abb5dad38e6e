# A compound statement after a semicolon.
x = 1; if x: pass
