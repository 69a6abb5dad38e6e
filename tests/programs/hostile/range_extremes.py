# range and enumerate around the ends of the machine word.
import sys

big = sys.maxsize
print(list(range(big - 2, big)))
print(list(range(big, big + 3)))
print(list(range(-big - 1, -big + 1)))
print(list(range(-big - 1, -big - 4, -1)))
print(list(range(0, big, big // 2)))
print(list(range(big, -big, -big)))
print(len(range(big)), big - 1 in range(big), big in range(big))
print(range(0, 2 ** 70)[2 ** 69], range(0, 2 ** 70, 3)[-1])
print(range(5)[::-1], range(10)[::3], range(2 ** 64)[::2 ** 62])
for start in big - 1, big, 2 ** 63, -(2 ** 63):
    print(list(enumerate("ab", start)))
print(2 ** 65 in range(2 ** 66), range(2 ** 66).index(2 ** 65), range(3) == range(0, 3, 1))
it = iter(range(big - 1, big))
print(next(it), next(it, "end"))
print(sum(range(2 ** 62, 2 ** 62 + 4)))
