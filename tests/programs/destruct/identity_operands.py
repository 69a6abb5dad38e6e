# Both operands of `is` are released after the comparison, the right one first.
class T:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
T("a") is T("b")
x = T("a") is T("b")
if T("a") is T("b"): pass
if T("a") is not T("b"): pass
if T("a") is None: pass
