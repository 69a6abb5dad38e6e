# A missing colon after with.
with open("x") as f
    pass
