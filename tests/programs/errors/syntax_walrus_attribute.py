# The walrus operator with an attribute.
x = object()
(x.a := 1)
