# random: every function with a fixed seed, and subclasses that override what the others draw from.
import random
R=random.Random(42)
def show(name, n=5, *a, **k):
    print(name, [getattr(R,name)(*a,**k) for _ in range(n)])
show('random'); show('randint',10,1,6); show('randint',5,-10**30,10**30); show('randrange',5,10); show('randrange',5,0,100,7); show('randrange',5,100,0,-7)
show('randrange',3,10**25); show('randrange',3,-10**25,10**25,3)
show('uniform',5,1,10); show('uniform',5,-1.5,2.5); show('triangular'); show('triangular',5,1,5,2)
show('normalvariate'); show('normalvariate',5,10,3); show('gauss'); show('gauss',4,1,2); show('lognormvariate',5,0,1); show('expovariate'); show('expovariate',5,3)
show('vonmisesvariate',5,1,4); show('vonmisesvariate',3,1,0); show('gammavariate',5,0.5,1); show('gammavariate',5,1,2); show('gammavariate',5,3,2)
show('betavariate',5,2,3); show('betavariate',5,0.5,0.5); show('paretovariate',5,3); show('weibullvariate',5,2,3)
show('binomialvariate'); show('binomialvariate',8,10,0.3); show('binomialvariate',8,100,0.3); show('binomialvariate',8,1000,0.7); show('binomialvariate',5,10**6,1e-5); show('binomialvariate',5,30,0.9)
show('getrandbits',5,7); show('getrandbits',5,64); show('getrandbits',2,100); show('getrandbits',5,33); show('randbytes',3,5)
show('choice',5,'abcdef'); show('choice',5,[1,2,3]); show('choice',5,range(10,20)); show('choices',2,[1,2,3],k=6); show('choices',2,'ab',[1,9],k=8); show('choices',2,'abc',cum_weights=[1,5,6],k=8); show('choices',2,'abc',[0.5,0.25,0.25],k=5)
show('sample',3,range(100),5); show('sample',3,range(10**9),7); show('sample',3,list('abcdefgh'),8); show('sample',2,'abc',2); show('sample',2,['r','b'],counts=[4,2],k=5); show('sample',2,range(1000),40); show('sample',2,(1,2,3),0)
l=list(range(20)); R.shuffle(l); print(l)
import collections
for s in [0,1,-5,2**40,3**300,-3**300,1.5,-0.0,'hello','','é','\U0001F600',b'bytes',bytearray(b'xx'),True, float('inf')]:
    R.seed(s); print(repr(s)[:20], R.random(), R.randint(1,1000), R.gauss())
    R.seed(s, version=1) if isinstance(s,(str,bytes)) else None; print(R.random())
class A(random.Random):
    def __init__(self, s): self.s=s; self.n=0; super().__init__(s)
    def random(self):
        self.n+=1
        self.s=(self.s*1103515245+12345)%2**31
        return self.s/2**31
a=A(3)
print(a.random(), a.randint(1,6), a.choice('abc'), a.sample(range(50),5), a.uniform(1,2), a.gauss(), a.shuffle(l), l, a.n, a.getrandbits(5))
class B(random.Random):
    def getrandbits(self,k):
        return super().getrandbits(k)
b=B(3); print(b.randint(1,6), b.choice('abc'), b.random(), b.sample(range(50),5), b.randrange(10**30))
class C(A):
    def getrandbits(self,k): return 1
c=C(3); print(c.randint(1,6), c.random(), c.choices([1,2,3],k=3))
random.seed(99); print(random.random(), random.randint(1,10), random.choice([1,2,3])); x=[1,2,3,4,5]; random.shuffle(x); print(x)
class S:
    def __init__(s): s.d=[1,2,3,4,5]
    def __len__(s): return 5
    def __getitem__(s,i): return s.d[i]
    def __setitem__(s,i,v): s.d[i]=v
R.seed(1); q=S(); R.shuffle(q); print(q.d, R.choice(q))
from random import *
seed(3); print(randint(1,5), random())
