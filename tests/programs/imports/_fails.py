# helper module
print("about to fail")
partial = 1
raise ValueError("module failed")
