# An invalid target that spans several lines.
f(1,
  2) = 5
