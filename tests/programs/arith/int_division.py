# Floor division and modulo of integers, also past the machine word.
pairs = [(7, 2), (-7, 2), (7, -2), (-7, -2), (0, 5), (0, -5), (6, 3), (-6, 3),
         (10**20, 7), (-10**20, 7), (10**20, -7), (10**20, 10**10 + 1), (5, 10**20), (-5, 10**20)]
for a, b in pairs:
    q, r = divmod(a, b)
    print(a, b, a // b, a % b, (q, r), q * b + r == a)
for a in (1, -1, 2**62, -2**62, 2**63, -2**63, 2**64):
    print(a, a // -1, a % -1, a // 3, a % 3, a // -3, a % -3)
for divide in (lambda a, b: a // b, lambda a, b: a % b, lambda a, b: a / b):
    for a in (1, 0, 10**30):
        try:
            divide(a, 0)
        except ZeroDivisionError as error:
            print(error)
try:
    divmod(5, 0)
except ZeroDivisionError as error:
    print(error)
