# Corners of list, tuple, range and slice: subclasses, comparison, big bounds.
def t(f, *a, **k):
    try: return f(*a,**k)
    except BaseException as e: return type(e).__name__ + ': ' + str(e)
class L(list): pass
class T(tuple):
    def __new__(cls,a,b): return tuple.__new__(cls,(a,b))
    def __init__(self,a,b): self.s=a+b
class T2(tuple): pass
x=T(1,2); print(x, x.s, x==(1,2), (1,2)==x, hash(x)==hash((1,2)), len(x), x+(3,), type(x+(3,)), x[0], x[:], type(x[:]), x*2)
y=T2([1,2]); y.q=5; print(y,y.q,type(y),y is tuple(y),type(tuple(y)))
l=L('ab'); l.z=1; print(l,l.z,type(l),type(l.copy()),l==['a','b'],type(l+[1])); l+=[3]; print(l,type(l)); l*=2; print(l,type(l))
class LL(list):
    def __init__(self,*a): print('init',a); super().__init__(*a); self.append('end')
    def __len__(self): return 99
    def __getitem__(self,i): return 'g'
    def __iter__(self): return iter('custom')
a=LL([1]); print(a, len(a), a[0], list(a), tuple(a), [*a], list.__len__(a), sorted(a), 'c' in a)
b=[]; b.extend(a); print(b); b[0:0]=a; print(b); b=[1]; b+=a; print(b)
e=[]; e.append(e); print(e, repr(e), e==e); tt=([],); tt[0].append(tt); print(tt)
print([1,2]<[1,3],[1]<[1,0],[]<[1],[2]>[1,5],[1,2]<=[1,2],[1]!=[1],[1]==(1,),(1,)<(1,2),[1]!=(1,))
class EQ:
    def __init__(s,n,l=None): s.n=n;s.l=l
    def __eq__(s,o):
        print('eq',s.n,getattr(o,'n',o))
        if s.l is not None: s.l.clear()
        return s.n==getattr(o,'n',o)
    def __lt__(s,o): print('lt',s.n,o.n); return 'LT'
    __hash__=None
print([EQ(1),EQ(2)]==[EQ(1),EQ(2)], [EQ(1)]==[EQ(1),EQ(2)], (EQ(1),)==(EQ(1),EQ(2)), [EQ(1),EQ(2)]<[EQ(1),EQ(3)])
print(3 in [EQ(1),EQ(3)], EQ(3) in [1,3], [EQ(1),EQ(2)].index(2), [EQ(1),1].count(1))
l=[]; l[:]=[EQ(1,l),EQ(2,l)]; print(2 in l, l)
l=[]; l[:]=[EQ(1,l),EQ(2,l)]; print(t(l.remove,2), l)
l=[]; l[:]=[EQ(1,l),EQ(2,l)]; print(t(l.remove,1), l)
l=[]; l[:]=[EQ(1,l),EQ(2,l)]; print(t(l.index,2), l)
l=[]; l[:]=[EQ(1,l),EQ(2,l)]; print(l==[1,2], l)
l=[]; l[:]=[EQ(1,l),EQ(2,l)]; print([1,2]==l, l)
n=float('nan'); print(n in [n], [n]==[n], (n,)==(n,), [n].index(n), n in (n,), [n].count(n))
print([1,2,3,2].index(2,2), t([1,2].index,1,1), [1,2,3].index(3,-1), [1,2,3].index(2,-100,100), (1,2,3).index(3,0,2**80), t((1,2).index,2,0,1))
r=range(10); print(r[2:5], r[::-1], r[-1], len(r), 5 in r, 10 in r, 5.0 in r, 'a' in r, r.index(7), r.count(3), r.count(30), bool(range(0)), list(reversed(r)), list(range(5,0,-2)), list(reversed(range(5,0,-2))))
print(range(0,3,2)==range(0,4,2), hash(range(0,3,2))==hash(range(0,4,2)), range(0)==range(5,1), range(1)==range(0,1,7), {range(3):1}[range(0,3,1)], range(3)!=range(3), t(lambda:range(3)<range(4)), range(3)==[0,1,2])
print(range(True), range(False,True).stop is True, repr(range(False,True)), type(range(True).stop))
class IX:
    def __index__(s): return 4
print(range(IX()), list(range(IX())), range(10)[IX()], [0,1,2,3,4][IX()], 4 in range(5), IX() in range(5), range(5).count(4.0))
b=range(2**64, 2**64+10, 3); print(b, len(b), list(b), b[1], b[-1], 2**64+3 in b, 2**64+4 in b, b.index(2**64+6), b[1:], list(reversed(b)), iter(b).__length_hint__(), t(b.index,1), b==range(2**64,2**64+12,3))
print(len(range(2**63-1)), t(len,range(2**63)), range(2**63)[2**63-1], range(-2**63,2**63,2**62)[3], list(range(-2**63,2**63,2**62)), list(range(2**62-2,2**62+2)), list(range(-2**62+1,-2**62-3,-1)), t(lambda: range(2**70)[2**70]))
print(slice(1,2)==slice(1,2), slice(1,2)!=slice(1,2,1), slice(1)<slice(2), t(lambda: slice(1)<slice(None)), {slice(1,2):3}[slice(1,2)], repr(slice('a',[],None)), slice(5).stop, slice(1,2,3).step, slice(1,2,3).start, slice(10).indices(5), slice(None,None,-1).indices(5), slice(-3,-1).indices(5))
print(tuple(), tuple([1]), tuple('ab'), tuple(x for x in range(3)), (1,2)+(3,), (1,)*3, ()*5, (1,2)*0, t(lambda:(1,)*2**62), t(lambda:[1]*2**62), t(lambda: [1]*-5))
u=(1,2); print(tuple(u) is u, u[:] is u, u*1 is u, u+() is u, ()+u is u)
print([].copy(), [1,2].copy(), [3,1].__getitem__(0), [1].__contains__(1), [1,2].__reversed__().__class__.__name__, [1].__len__(), [1].__eq__(5), (1,).__lt__([1]), (1,2).__getnewargs__())
l=[1,2,3]; print(l.pop(), l.pop(0), l, l.insert(-5,'a'), l.insert(100,'z'), l, l.reverse(), l, l.clear(), l)
a,*b=[1,2,3]; print(a,b); [c,d]=(4,5); print(c,d)
print(t(lambda: [1,2,3].__setitem__(slice(0,2),5)), [1,2,3].__iadd__((4,)), [1].__imul__(3), [1].__rmul__(2))
m=[0]*5; m[1]=1; m[-1]=9; print(m); del m[0]; del m[-1]; print(m); m[len(m):]=[7,8]; print(m)
print([[0]*2 for _ in range(2)], [i for i in range(3)]+[9], 'a' 'b' in ['ab'], [1]*3, 3*[1], True*[2], [1,2]*False)
