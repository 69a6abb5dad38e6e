# Augmented assignment to a call.
print("x") += 1
