# A dict display without a value.
d = {"a": }
