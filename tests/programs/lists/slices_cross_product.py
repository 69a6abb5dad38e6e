# Every slice of short lists, tuples, strings and ranges; bounds and values that change the list.
def t(f, *a):
    try: return f(*a)
    except BaseException as e: return type(e).__name__ + ': ' + str(e)
vals=[None,-4,-1,0,1,2,5,2**70,-2**70]
out=[]
for s in vals:
    for e in vals:
        for st in [None,1,2,-1,-2,3,-2**70,2**70]:
            sl=slice(s,e,st)
            l=list(range(4)); out.append(l[sl]); out.append(tuple(l)[sl]); out.append('abcd'[sl]); out.append(range(4)[sl])
            out.append(range(10**25,10**25+40,10)[sl])
            l2=list(range(4))
            def d(): del l2[sl]
            t(d); out.append(l2)
            l3=list(range(4))
            def a(): l3[sl]=iter(['x','y'])
            out.append(t(a)); out.append(l3)
            out.append(t(sl.indices,4)); out.append(t(sl.indices,2**70))
            l4=list(range(4)); 
            def b(): l4[s:e]='pq'
            if st is None: b(); out.append(l4); out.append([1,2,3,4,5][s:e]); out.append((1,2,3,4,5)[s:e]); out.append('abcdé'[s:e])
for i in range(0,len(out),88):
    digest=0
    for c in repr(out[i:i+88]): digest=(digest*31+ord(c))%1000000007
    print(i,digest)
class I:
    def __init__(s,l,n): s.l=l; s.n=n
    def __index__(s): print('index',s.n); s.l.clear(); return s.n
l=[1,2,3]; print(l[I(l,0):I(l,2)], l)
l=[1,2,3]; print(t(lambda: l[I(l,0)]), l)
l=[1,2,3]
def f(): l[I(l,0):I(l,2):I(l,1)]=[7,8]
print(t(f), l)
l=[1,2,3]
def f(): l[I(l,1)]=5
print(t(f), l)
l=[1,2,3]
def f(): del l[I(l,1)]
print(t(f), l)
l=[1,2,3]; l.insert(I(l,1),9); print(l)
l=[1,2,3]; print(t(l.pop,I(l,1)))
l=[1,2,3]; print(t(lambda: l*I(l,2)))
l=[1,2,3]; l*=I(l,2); print(l)
l=[1,2,3]
def g():
    l.append(4); yield 1
    l.clear(); yield 2
    l.append(5); yield 3
l[1:2]=g(); print(l)
l=[1,2,3]; l.extend(g()); print(l)
l=[1,2,3]
def f(): l[::2]=g()
print(t(f),l)
l=[1,2,3]; l[1:1]=l; print(l); l[::-1]=l; print(l); l[:]=l; print(l)
l+=l; print(l); l.extend(l); print(l); l[1:3]=(x for x in 'abc'); print(l)
