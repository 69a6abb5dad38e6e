# Operators, conversions and formats of pseudo-random numbers near the edges.
seed=12345
def rnd(n):
    global seed
    seed=(seed*6364136223846793005+1442695040888963407)%(1<<64)
    return (seed>>33)%n
def rint():
    k=rnd(8)
    if k==0: return rnd(10)-5
    if k==1: return rnd(1<<31)-(1<<30)
    b=[61,62,63,64,65,127,128,200,1000,53,54,60,30,90][rnd(14)]
    v=0
    for _ in range(b//30+1): v=(v<<30)|rnd(1<<30)
    v&=(1<<b)-1
    if rnd(3)==0: v=(1<<b)
    if rnd(4)==0: v=(1<<b)-1
    if rnd(4)==0: v=(1<<b)+1
    return -v if rnd(2) else v
def rflt():
    k=rnd(12)
    if k==0: return [0.0,-0.0,float('inf'),float('-inf'),float('nan'),1.0,-1.0,5e-324,1.7976931348623157e308,2.2250738585072014e-308][rnd(10)]
    if k==1: return float(rnd(100)-50)
    if k==2: return (rnd(2000)-1000)/8
    if k==3: return float(rnd(1<<30)*(1<<25)+rnd(1<<25))*(-1)**rnd(2)
    m=rnd(1<<30)*(1<<22)+rnd(1<<22)
    q=rnd(3); e=rnd([1900,60,10][q])-[1050,60,10][q]
    return m*2.0**(e if e<970 else 970)*(-1)**rnd(2)
def rnum(): return rint() if rnd(2) else rflt()
import operator as o
ops=[('+',o.add),('-',o.sub),('*',o.mul),('/',o.truediv),('//',o.floordiv),('%',o.mod),('divmod',divmod),('<',o.lt),('<=',o.le),('==',o.eq),('!=',o.ne),('>',o.gt),('>=',o.ge)]
iops=[('&',o.and_),('|',o.or_),('^',o.xor)]
def t(f,*a):
    try: return repr(f(*a))
    except Exception as e: return type(e).__name__+':'+str(e)
h = 0
count = 0
def out(*a):
    """Every line goes into a checksum; some are shown."""
    global h, count
    line = ' '.join(map(str, a))
    for c in line.encode():
        h = (h * 31 + c) % 1000000007
    count += 1
    if count % 60 == 0:
        print(line[:300], h)
N = 800
for i in range(N):
    a,b=rnum(),rnum()
    n,f=ops[rnd(len(ops))]
    out(n,a,b,t(f,a,b))
for i in range(187):
    a,b=rint(),rint()
    n,f=iops[rnd(3)]
    out(n,a,b,t(f,a,b))
for i in range(100):
    a,b=rint(),rnd(200)-5
    out('<<',a,b,t(o.lshift,a,b)); out('>>',a,b,t(o.rshift,a,b))
for i in range(75):
    a,b=rint(),rnd(12)-3
    out('**',a,b,t(pow,a,b))
    c=rint(); e=rint()
    out('pow3',a,e,c,t(pow,a,e,c) if abs(c)<1<<300 else 0)
for i in range(75):
    a,b=rflt(),[rflt(),float(rnd(20)-10),rint()][rnd(3)]
    if not(a<0 and isinstance(b,float) and b!=b//1): out('fpow',a,b,t(pow,a,b))
for i in range(187):
    a=rint()
    out(a,hash(a),a.bit_length(),a.bit_count(),-a,~a,abs(a),bool(a),t(float,a),hex(a),oct(a),bin(a),t(round,a,-rnd(25)),int(str(a))==a,int(hex(a),16)==a,t(int.to_bytes,a,rnd(40),['big','little'][rnd(2)],))
    n=a.bit_length()//8+1
    bb=a.to_bytes(n,'little',signed=True); out(bb, int.from_bytes(bb,'little',signed=True)==a, int.from_bytes(bb,'big',signed=True), int.from_bytes(bb))
for i in range(187):
    a=rflt()
    out(a,hash(a) if a==a else 0,t(int,a),t(round,a),t(round,a,rnd(30)-15),a.hex(),float.fromhex(a.hex())==a,t(a.as_integer_ratio),a.is_integer(),t(a.__floor__),t(a.__ceil__),abs(a),-a,bool(a),float(repr(a))==a,str(a))
specs=['','d','+d','x','#X','b','#o','10','<12','^15,','_d','08.3f','.2e','g','.10g','%','+.1%',',.2f','c','n','015,d','=+20','_x','#b','.0f','e','G','.3','z.2f','*^30.4f','F','+,.3f','_.4f']
for i in range(312):
    a=[rint(),rflt(),rnd(2)==1][rnd(3)]; s=specs[rnd(len(specs))]
    out(repr(a)[:60],s,t(format,a,s))
pf=['%d','%5d','%-8d|','%+d','%x','%#x','%o','%e','%.3f','%g','%10.4g','%s','%r','%i','%u','%X','%05d','% d','%c','%a']
for i in range(150):
    a=[rint(),rflt(),rnd(2)==1][rnd(3)]; s=pf[rnd(len(pf))]
    out(repr(a)[:60],s,t(lambda:s%a))
def rs():
    al='0123456789_ +-.eExXoObBaAfFnNiIjJ\n\t'
    return ''.join(al[rnd(len(al))] for _ in range(rnd(6)+1))
for i in range(500):
    s=rs(); b=[10,0,16,2,8,36,3][rnd(7)]
    out(repr(s),b,t(int,s,b),t(float,s),t(float.fromhex,s))
print(count, h)
