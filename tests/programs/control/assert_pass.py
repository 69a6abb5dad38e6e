# assert, pass, ellipsis, and statements on one line.
assert True
assert 1 == 1, "not shown"
try:
    assert 1 == 2
except AssertionError as error:
    print(repr(error), error.args)
try:
    assert [], "message " + str(5)
except AssertionError as error:
    print(error, error.args)
try:
    assert 0, (1, 2)
except AssertionError as error:
    print(error, error.args)
def side():
    print("evaluated")
    return "m"
assert "x", side()
try:
    assert None, side()
except AssertionError as error:
    print(error)
def stub(): ...
class Empty: pass
def doc():
    "only a docstring"
print(stub(), Empty.__name__, doc(), doc.__doc__, stub.__doc__)
if 1: print("one"); print("two")
x = 1; y = 2; print(x + y)
for i in range(2): print(i); i
while x: x -= 1; print(x)
print(..., Ellipsis is ..., type(...).__name__, bool(...))
pass; pass
if x: pass
elif y: print("y")
else: pass
(print
 ("split over lines",
  1 +
  2))
total = 1 + \
    2
print(total)
