# Carets count columns of wide and combining characters.
def f(größe, 名前):
    return größe + "żółć" + 名前 + 1


f("é", "日本")
