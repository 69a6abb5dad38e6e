# Numbers: more results and messages of small expressions.
def t(f, *a):
    try: print(repr(f(*a)))
    except Exception as e: print(type(e).__name__, e)
E=lambda s: t(lambda: eval(s))
for s in '''1
(1.5).__floor__()
(1.5).__ceil__()
(1.5).__trunc__()
float('nan').__floor__()
float('inf').__ceil__()
float('inf').__trunc__()
float.__getformat__('double')
int.__getnewargs__(5)
(5.5).__getnewargs__()
float.from_number(5)
float.from_number('5')
(5).__index__()
(5).__bool__()
(5).__hash__()
(5).__int__()
True.__int__()
(5).__float__()
(10**400).__float__()
1.5//float('inf')
-1.5//float('inf')
-1.5%float('inf')
1.5%float('inf')
-0.0%5
-0.0//5
divmod(-0.0,5.0)
divmod(7.5,-2)
1e300//1e-300
float('inf')//1
float('inf')%1
(2.5).__divmod__(1)
(2.5).__rdivmod__(1)
(5).__divmod__('a')
(5).__rdivmod__(7)
(2.0).__pow__(3,5)
(2.0).__pow__(3,None)
1.0**float('nan')
float('nan')**0
(-1.0)**float('inf')
2**0.5
10**-2
(-2)**-3
1**(2**70)
0**(2**70)
(-1)**(2**70+1)
(-1)**(-2**70)
0**-(2**70)
-(10**30)
+(10**30)
abs(-10**30)
~(10**30)
-True
+True
abs(True)
abs(-1.5)
1<2.5
1==1.0
int('1'*4300)>0
int('-'+'1'*4301)
hash(float('nan'))!=0
int.from_bytes(b'')
(0).to_bytes(0)
(1).to_bytes(0)
(5).to_bytes(1,signed=False,byteorder='little')
(5).to_bytes(length=1)
int('\\u0663')
int('\\ud800')
int('a\\x00b')
int(b'a\\x00b')
float('\\ud800')
float('a\\x00b')
3 .__rlshift__(2)
3 .__lshift__(-1)
int.__lshift__(1.0,2)
True.__and__(2)
True.__and__(False)
True.__and__(2.0)
True.__rand__(False)
True.__repr__()
True.__str__()
int.__repr__(True)
int.__str__(True)
(1).__eq__(1)
(1).__eq__(True)
(1).__eq__('a')
int(1,2,3)
int('1',2,base=3)
int('x'*300)
int(5, base=10)
float.fromhex('nan')
float('1_000.5')
float('1__0')
float('  1.5\\n')
float('infinity')
float('-nan')
(1.5).__eq__('a')
(1.5).__lt__('a')
float.__new__(int)
float.__new__(1)
float.__new__()
float()
bool()
int.from_bytes()
int.from_bytes(b'a', b'b')
(1.5).hex(1)
float.hex(1)
-1.5
+1.5
~1.5
1.5 & 2
1.5 << 1
'a' + 1
1 + 'a'
1 < 'a'
1.5 < 'a'
[] * 1.5
1.5.__bool__()
1.5.__int__()
1e300.__int__() == int(1e300)
float('nan').__int__()
(0.1).__repr__()
1e16
1e15
123456789012345680.0
1e-5
0.0001
5e-324
1.7976931348623157e308
float(2**53+1)
float(True)
round(-0.5)
round(0.5)
round(1.5)
round(12345.678, -2)
round(5e-324, 400)
round(2.5, None)
1 .__ge__(2.0)
format(3.14159, '.2f')
format(3.14159, '10.3e')
format(1234567.891, ',.2f')
format(0.5, '%')
format(1.5, '')
format(1.5, 'd')
format(float('nan'), '010')
format(-0.0, 'z.1f')
format(10, '#x')
format(10, '#b')
format(-10, '08b')
format(1234567, '_')
format(1234567, ',')
format(65, 'c')
format(3, '+d')
format(3, ' d')
format(3, '.2f')
format(3, 'g')
format(3, '%')
'%d' % 3.7
'%d' % 10**30
'%x' % 255
'%5.2f' % 3
'%s' % 1.5
(10**30).__hash__()
hash(-10**30)
hash(True)
hash(1.5)
hash(-0.0)
hash(1e-300)
hash(5e-324)
'''.splitlines():
    print(s, end=' -> '); E(s)
