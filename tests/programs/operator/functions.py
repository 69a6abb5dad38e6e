# The operator module.
import operator as op
print(op.add(1, 2), op.sub(5, 3), op.mul(2, "ab"), op.truediv(7, 2), op.floordiv(7, 2), op.mod(7, 3), op.pow(2, 5), op.neg(3), op.pos(-3), op.abs(-4), op.invert(5), op.inv(5))
print(op.and_(6, 3), op.or_(6, 3), op.xor(6, 3), op.lshift(1, 4), op.rshift(16, 2), op.not_([]), op.truth("a"), op.is_(None, None), op.is_not(1, None), op.index(True))
print(op.lt(1, 2), op.le(2, 2), op.eq("a", "a"), op.ne(1, 1.0), op.ge(1, 2), op.gt(3, 2), op.concat([1], [2]), op.contains("abc", "b"), op.countOf([1, 2, 1], 1), op.indexOf("abc", "c"), op.length_hint([1, 2]), op.length_hint(iter("ab")), op.length_hint((x for x in ()), 9))
items = [1, 2, 3]
print(op.getitem(items, 0), op.setitem(items, 0, "x"), op.delitem(items, 1), items, op.getitem("abc", slice(1, 3)))
a = [1]
b = op.iadd(a, [2])
print(a, b is a, op.iadd(1, 2), op.imul("a", 3), op.isub(5, 1), op.ior({1}, {2}))
print(op.call(max, 1, 5), op.call(lambda **k: k, z=1))
for f in (lambda: op.add(1, "a"), lambda: op.add(1), lambda: op.index(1.5), lambda: op.getitem(5, 0), lambda: op.contains(5, 1), lambda: op.indexOf([1], 2), lambda: op.truediv(1, 0), lambda: op.concat(1, 2)):
    try:
        print(f())
    except (TypeError, ValueError, ZeroDivisionError) as error:
        print(type(error).__name__, error)
class M:
    def __matmul__(self, o): return "matmul"
    def __index__(self): return 3
print(op.matmul(M(), 1), op.index(M()), [f(6, 3) for f in (op.add, op.sub, op.mul)], op.add.__name__, op.__name__, {"+": op.add}["+"](1, 1))
