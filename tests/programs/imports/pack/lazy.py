print("pack.lazy")
data = [1, 2]
