# A parenthesis that is never closed.
print("a",
      "b"
x = 1
