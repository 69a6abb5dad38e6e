# A few whole small programs.
def fizzbuzz(n):
    for i in range(1, n + 1):
        yield "FizzBuzz" if i % 15 == 0 else "Fizz" if i % 3 == 0 else "Buzz" if i % 5 == 0 else str(i)
print(*fizzbuzz(20))
def collatz(n):
    length = 1
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        length += 1
    return length
print(max(range(1, 500), key=collatz), [collatz(n) for n in range(1, 12)])
def bubble(items):
    items = list(items)
    for end in range(len(items) - 1, 0, -1):
        swapped = False
        for i in range(end):
            if items[i] > items[i + 1]:
                items[i], items[i + 1] = items[i + 1], items[i]
                swapped = True
        if not swapped:
            break
    return items
print(bubble([5, 1, 4, 2, 8]), bubble("hello"))
def binary_search(items, x):
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if items[middle] < x:
            low = middle + 1
        else:
            high = middle
    return low if low < len(items) and items[low] == x else -1
data = [i * i for i in range(20)]
print([binary_search(data, x) for x in (0, 361, 49, 50, -1, 1000)])
def transpose(m):
    return [list(row) for row in zip(*m)]
print(transpose([[1, 2, 3], [4, 5, 6]]))
def roman(n):
    out = ""
    for value, sign in ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while n >= value:
            out, n = out + sign, n - value
    return out
print([roman(n) for n in (1, 4, 9, 14, 1994, 2024)])
