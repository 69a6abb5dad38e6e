# A bracket left open in a replacement field.
x = f"{(1}"
