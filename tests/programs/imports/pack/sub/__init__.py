print("pack.sub init")
