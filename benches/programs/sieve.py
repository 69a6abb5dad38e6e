"""The sieve of Eratosthenes over a list of booleans.

`size` is the limit: there are 669 primes up to 5000.
"""

import sys


def sieve(flags, limit):
    count = 0
    for i in range(2, limit + 1):
        if flags[i]:
            count += 1
            k = i + i
            while k <= limit:
                flags[k] = False
                k += i
    return count


def run(size):
    flags = [True] * (size + 1)
    return sieve(flags, size)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 100000))
