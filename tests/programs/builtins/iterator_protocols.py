# Iteration through every protocol; enumerate, zip, map, filter, reversed, min, max, sum.
def t(f, *a, **k):
    try: return f(*a,**k)
    except BaseException as e: return type(e).__name__ + ': ' + str(e)
class Seq:
    def __init__(s,n): s.n=n
    def __getitem__(s,i):
        print('get',i)
        if i>=s.n: raise IndexError
        return i
class SeqL(Seq):
    def __len__(s): return s.n
class SeqS(Seq):
    def __getitem__(s,i):
        if i>=s.n: raise StopIteration
        return i
class SeqV(SeqL):
    def __getitem__(s,i): raise ValueError('v')
print(list(Seq(3)), list(SeqL(2)), list(SeqS(2)), t(list,SeqV(2)))
print(list(reversed(SeqL(3))), t(reversed,Seq(3)), t(list,reversed(SeqV(2))))
print(iter(Seq(1)).__class__.__name__, iter(SeqL(4)).__length_hint__(), iter(Seq(4)).__length_hint__())
it=iter([1,2,3]); print(next(it), it.__length_hint__(), list(it), next(it,'d'), t(next,it))
l=[1,2]; it=iter(l)
for x in it:
    if len(l)<5: l.append(x*10)
print(l); l.append(9); print(list(it))
l=[1,2,3]; r=reversed(l); l.append(4); print(list(r)); l=[1,2,3]; r=reversed(l); l.pop(); print(list(r), r.__length_hint__())
n=iter([1,2,3,0,5]); print(list(iter(lambda: next(n),0)), list(n))
def stop(): raise StopIteration
print(list(iter(stop,1)))
print(list(enumerate('ab',2**62-1)), list(enumerate('ab',2**63)), list(enumerate('ab', -1)), list(enumerate(iterable='x', start=True)))
a=list(enumerate('abc')); print(a, a[0] is a[1])
z=list(zip('abc',range(5),(x for x in 'xyz'))); print(z)
print(list(zip()), list(zip('ab')), list(zip('ab','cd',strict=True)))
print(list(map(lambda *a:a,[1,2,3],'ab')), list(map(str,[1,2])), list(filter(None,[0,1,'',2])), list(filter(lambda x:x>1,[1,2,3])), list(filter(bool,[0,3])))
class E(enumerate):
    def __next__(s):
        return ('E',super().__next__())
print(list(E('ab')), next(E('q')), isinstance(E('a'),enumerate))
class Z(zip):
    x=1
    def __iter__(s): return iter([s.x])
print(list(Z('ab')), next(Z('ab')))
class M(map): pass
m=M(str,[1]); m.foo=3; print(m.foo, list(m))
class R(reversed): pass
print(list(R('abc')))
def gen(n):
    yield n
    return 'ret'
g=gen(1); next(g)
try: next(g)
except StopIteration as e: print('value',e.value)
print(next(gen(5)), next(iter(()),None))
class It:
    def __iter__(s): return s
    def __next__(s): raise StopIteration('vv')
try: next(It())
except StopIteration as e: print('value',e.value)
print(list(It()), list(map(str,It())))
class Bad:
    def __iter__(s): return 5
print(t(list,Bad()), t(iter,Bad()), t(sum,Bad()), t(next,Bad()))
class NoIter:
    __iter__=None
    def __getitem__(s,i): return i
print(t(iter,NoIter()), t(lambda: 1 in NoIter()))
class Rv:
    __reversed__=None
    def __getitem__(s,i): return i
    def __len__(s): return 1
print(t(reversed,Rv()))
class Boom:
    def __init__(s,n): s.n=n
    def __iter__(s): return s
    def __next__(s):
        s.n-=1
        if s.n<0: raise ValueError('boom')
        return s.n
l=[]; print(t(l.extend,Boom(3)), l); print(t(list,Boom(2)), t(tuple,Boom(2)), t(sum,Boom(2)), t(max,Boom(2)), t(sorted,Boom(2)), t(any,Boom(1)), t(list,zip(Boom(2),Boom(3))), t(list,enumerate(Boom(1))))
print(list(zip([1,2,3],it:=iter([4,5]))), list(it))
i1=iter([1,2,3]); i2=iter([4,5]); print(list(zip(i2,i1)), list(i1))
class D:
    def __init__(s,n): s.n=n
    def __del__(s): print('del',s.n)
    def __iter__(s): return iter(())
for pair in zip([1,2],[D(1),D(2)]): pass
print('pair kept'); del pair; print('end')
e=enumerate([D('a'),D('b')]); next(e); print('one'); next(e); print('two'); del e; print('gone')
x=map(lambda d:d.n,[D(i) for i in range(2)]); print(list(x)); del x
f=filter(lambda d:d.n,[D(0),D(5)]); print([q.n for q in f]); del f; print('end')
print(t(min,[]), min([3,1,2]), max(3,1,2), min('b','a'), max([1,2,3],key=lambda x:-x), min([],default='d'), max([(1,'a'),(1,'b')],key=lambda p:p[0]), min(1,True), max(1.0,1))
print(sum([1,2,3]), sum([1,2],10), sum([[1],[2]],[]), sum(((1,),(2,)),()), sum([0.1]*10), sum([1,2.5,True]), sum([2**62,2**62]), sum([2**70,1]), sum([-0.0]), sum([-0.0],-0.0), sum([1.5,2**2000//2**1990]), sum(range(10)), sum(x for x in [1e16,1,-1e16]), sum([2**63-1,1,0.5,0.1,0.1]))
print(any([0,'',3]), any([]), all([]), all([1,0]), any(x>2 for x in range(4)))
print(t(sum,[1,'a']), t(sum,['a','b'],''), t(sum,[b'a'],b''))
print(sorted('hello'), sorted({3:1,1:2}), sorted([3,1,2],reverse=True), sorted(['bb','a','ccc'],key=len), sorted([1,'a'] and [2,1],key=None))
