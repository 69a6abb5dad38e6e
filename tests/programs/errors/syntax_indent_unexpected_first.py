  # A first line that is indented.
  x = 1
