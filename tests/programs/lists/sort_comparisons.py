# Sorting keys of every kind; comparisons in order; sorts that fail or change their list.
def t(f, *a, **k):
    try: return f(*a,**k)
    except BaseException as e: return type(e).__name__ + ': ' + str(e)
x=12345
def rnd(n):
    global x
    x=(x*1103515245+12345)%2**31
    return (x>>8)%n
for n in [0,1,2,5,50,64,100,500]:
    for m in [3,1000]:
        a=[rnd(m) for _ in range(n)]
        for mk in [int, float, str, lambda v:(v%5,v), lambda v:[v], lambda v:(v,), lambda v:(str(v%3),v), lambda v: v if v%2 else float(v), lambda v: v+2**70, lambda v: 'é'*(v%4)+str(v), lambda v: bytes([v%256]), lambda v: (v%2==0)]:
            b=[mk(v) for v in a]
            c=sorted(b); d=sorted(b,reverse=True)
            p=sorted(range(n),key=lambda i:b[i]); q=sorted(range(n),key=b.__getitem__,reverse=True)
            h=0
            for z in (c,d,p,q):
                for y in z: h=(h*31+len(repr(y))+sum(map(ord,repr(y))))%1000003
            print(n,m,h)
print(sorted([float('nan'),1.0,float('nan'),0.5,3.0,2.0]))
print(sorted([3,1.5,True,2**65,-2**65,0.5]))
print(t(sorted,[1,'a']), t(sorted,[None,None]), t(sorted,[(1,None),(1,2)]))
l=[3,2,1]
class K:
    def __init__(s,v): s.v=v
    def __lt__(s,o): l.append(1); return s.v<o.v
l[:]=[K(3),K(1)]; print(t(l.sort), len(l))
l=[5,4,3]
def key(v):
    if v==4: raise ValueError('k')
    return v
print(t(l.sort,key=key), l)
class C:
    def __init__(s,v): s.v=v
    def __lt__(s,o):
        if s.v==7 or o.v==7: raise ValueError('c')
        return s.v<o.v
    def __repr__(s): return 'C%d'%s.v
l=[C(5),C(3),C(7),C(1)]; print(t(l.sort), sorted(map(repr,l)))
seen=[]
l=[3,1,2]; l.sort(key=lambda v:(seen.append(list(l)),v)[1]); print(seen,l)
class S(list):
    def sort(self,*a,**k): print('S.sort'); return super().sort(*a,**k)
print(type(sorted(S([2,1]))), S([2,1]).sort())
class Num:
    def __init__(s,v): s.v=v
    def __lt__(s,o): print(s.v,'<',o.v); return s.v<o.v
for perm in [[1,2,3,4],[4,3,2,1],[2,4,1,3],[1,1,1],[3,3,1,1],[5,4,4,3,9]]:
    sorted(map(Num,perm)); print('--'); sorted(map(Num,perm),reverse=True); print('==')
