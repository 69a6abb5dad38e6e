# The walrus operator that rebinds an iteration variable.
[x := 1 for x in (1, 2)]
