# A starred value in a dict display.
d = {"a": *[1]}
