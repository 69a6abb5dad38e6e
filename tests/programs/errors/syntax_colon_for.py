# A missing colon after for.
for x in range(3)
    print(x)
