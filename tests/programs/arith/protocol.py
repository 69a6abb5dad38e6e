# Subclasses of numbers, and the number protocol.
class I(int):
    def __repr__(self): return 'I(%d)'%int(self)
class Fl(float): pass
class B2(int):
    def __new__(cls, v): 
        self=super().__new__(cls, v*2); self.tag='t'; return self
    def __add__(self, o): return B2(int(self)+int(o))
    def __radd__(self, o): return 'radd'
    def __rpow__(self, o, m=None): return ('rpow',o,m)
    def __hash__(self): return 7
    def __eq__(self, o): return True
i=I(5); f=Fl(2.5); b=B2(3)
print(i, i+1, type(i+1), type(i*2), type(-i), type(+i), type(abs(i)), type(int(i)), type(i.real), type(i.conjugate()), [1,2,3,4,5,6][i], 'abc'*I(2), range(I(3)), list(range(I(3))))
print(f, repr(f), type(f+1), type(-f), type(+f), type(float(f)), type(f.real), f==2.5, hash(f)==hash(2.5), f'{f:.2f}', '%s %r %d'%(f,f,f))
print(b, b.tag, b+1, type(b+1), 1+b, b.__dict__, pow(2,b), pow(2,b,5), pow(b,2), {b:1}[7] if False else hash(b), b==99)
print(isinstance(True,int), True.__class__, I.from_bytes(b'\x05'), type(I.from_bytes(b'\x05')), I('12'), I('z',36), I(), type(Fl.fromhex('0x1p1')), Fl.from_number(3), type(Fl.from_number(3)))
print(i<6, i==5, i!=5, i<5.5, 6>i, {i:1}[5], {5:1}[i], i in [5], divmod(i,2), i//2, i/2, i%2, i**2, 2**i, i<<1, i>>1, i&4, i|2, i^1, ~i, bool(i), round(i), i.__index__(), type(i.__index__()))
print(I(2**70), I(2**70)+1, hash(I(2**70))==hash(2**70), I(-1).bit_length(), str(i), format(i), format(i,'d'), f'{i}', f'{i!r}', '%d'%i, '%s'%i)
big=I(10**30); print(big//7, big*big, big-1==10**30-1, big>f, big<10**31)
print(I(5).__add__(True), I(3).__mul__(1.5), int.__add__(I(3),I(4)), float.__add__(f,1), float.__radd__(f, I(3)), Fl(1e300)*1e10, Fl('1e5'), Fl(), Fl('nan'), Fl(3).is_integer(), Fl(3).as_integer_ratio(), Fl(1.5).hex())
class N:
    def __int__(self): return 42
    def __float__(self): return 4.5
    def __index__(self): return 9
    def __trunc__(self): return 3
    def __round__(self, n=None): return ('r',n)
    def __abs__(self): return 'abs'
    def __neg__(self): return 'neg'
    def __divmod__(self,o): return 'dm'
    def __rdivmod__(self,o): return 'rdm'
    def __pow__(self,o,m=None): return ('pow',o,m)
    def __rpow__(self,o,m=None): return ('rpow',o,m)
    def __rshift__(self,o): return 'rs'
    def __rrshift__(self,o): return 'rrs'
    def __ceil__(self): return 'c'
    def __bool__(self): return False
n=N(); import math
print(int(n), float(n), bin(n), hex(n), round(n), round(n,2), round(n,ndigits=None), abs(n), -n, divmod(n,1), divmod(1,n), pow(n,1), pow(1,n), pow(1,n,3), n**2, 2**n, n>>1, 1>>n, math.ceil(n), bool(n), math.trunc(n), chr(n), [0]*n, math.sqrt(n), math.gcd(n,6))
for e in ["5+n","n+5","1.5*n","divmod(n2,1)","int(n2)","float(n2)","abs(n2)","-n2","round(n2)","pow(n2,2)","pow(2,n2,3)","2**n2","hex(n2)","n2<1","1<n2","n2<<1","n2@1","n2//1","n2%1","n2/1","n2|1","n2-1","n2+=1","n2**=2","n2//=1","n2>>=1"]:
    class X: pass
    n2=X()
    try:
        if '=' in e and '<' not in e: exec(e)
        elif '=' in e and '>>=' in e: exec(e)
        else: print(eval(e))
    except Exception as x: print(e, type(x).__name__, x)
