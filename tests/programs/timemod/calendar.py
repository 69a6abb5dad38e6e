# time: struct_time, times by the calendar, and messages.
import time, sys
def t(f, *a):
    try: print(repr(f(*a)))
    except Exception as e: print(type(e).__name__, e)
E=lambda s: t(lambda: eval(s))
g=time.gmtime(1e9)
for s in '''time.sleep(-1)
time.sleep('a')
time.sleep(float('nan'))
time.sleep(float('inf'))
time.sleep(1e30)
time.sleep(10**30)
time.sleep(None)
time.sleep(True) if 0 else 1
time.gmtime(0)
time.gmtime(1e9)
time.gmtime(1e9).tm_gmtoff
time.gmtime(-1)
time.gmtime(1.9)
time.gmtime('a')
time.gmtime(1e30)
time.gmtime(float('nan'))
time.gmtime(10**17)
time.mktime((1,2))
time.mktime('a')
time.strftime('%Y-%m-%d %H:%M:%S', g)
time.strftime('%a %A %b %B %j %U %w %y %p %%', g)
time.strftime('', g)
time.strftime('x'*300, g)
time.strftime('%Z', g)
time.strftime('é%Y', g)
time.strftime(5)
time.strftime('%Y', (2001,13,9,1,46,40,6,252,0))
time.strftime('%Y', (2001,9,9,25,46,40,6,252,0))
time.strftime('%Y', (2001,9,9,1,46,40,6,400,0))
time.strftime('%Y', (2001,9,32,1,46,40,6,1,0))
time.strftime('%Y', (2001,9,9,1,60,40,6,1,0))
time.strftime('%Y', (2001,9,9,1,46,62,6,1,0))
time.strftime('%Y', (2001,9,9,1,46,40,-2,1,0))
time.strftime('%Y', (0,)*9)
time.strftime('%y %Y', (99,1,1,0,0,0,0,1,0))
g.tm_year
g[0]
g[:3]
len(g)
tuple(g)
g==tuple(g)
g.n_fields
time.struct_time((1,2,3,4,5,6,7,8,9))
time.struct_time((1,2,3))
time.struct_time(range(12))
time.struct_time(5)
time.struct_time(range(9),{})
time.struct_time(range(9)).tm_gmtoff
time.struct_time.__match_args__
time.clock_gettime(99)
time.clock_gettime('a')
time.clock_gettime_ns(time.CLOCK_MONOTONIC)>0
type(time.time()),type(time.time_ns())
time.perf_counter()<=time.perf_counter()
time.monotonic_ns()>0
time.process_time()>0
time.process_time_ns()>0
time.thread_time()>0
time.thread_time_ns()>0
time.time(1)
len(str(10**699))
len(str(10**700))
int('1'*701)
f"{10**700}"
len(str(10**70000))
len('%d'%10**5000)
hash(g)==hash(tuple(g))
isinstance(g,tuple)
[*g]
repr(type(g))
time.struct_time.__name__,time.struct_time.__module__,time.struct_time.__qualname__
{g:1}[tuple(g)]
g.__class__
g+(1,)
type(g[:])
g.count(1)
'''.splitlines():
    print(s, end=' -> '); E(s)
