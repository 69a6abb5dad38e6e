# A replacement field that is never closed.
x = f"a {1 + 2"
