# A missing colon after if.
if True
    print("x")
