# An empty replacement field.
x = f"a {} b"
