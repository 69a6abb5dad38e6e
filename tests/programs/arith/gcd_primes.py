# A few classic number routines.
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a
def egcd(a, b):
    if b == 0:
        return a, 1, 0
    g, x, y = egcd(b, a % b)
    return g, y, x - a // b * y
def is_prime(n):
    if n < 2:
        return False
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for a in (2, 3, 5, 7, 11, 13, 17):
        if n % a == 0:
            return n == a
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True
print(gcd(48, 36), gcd(0, 5), gcd(2**80, 6**30), egcd(240, 46))
print([n for n in range(60) if is_prime(n)])
print(is_prime(2**61 - 1), is_prime(2**67 - 1), is_prime(10**18 + 9))
def isqrt(n):
    x = n
    y = (x + 1) // 2
    while y < x:
        x, y = y, (y + n // y) // 2
    return x
print(isqrt(10**40), isqrt(2), isqrt(99), isqrt(100))
