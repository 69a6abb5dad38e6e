# The walrus operator as a statement.
x := 1
