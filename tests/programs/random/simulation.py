# Simulations with a seeded generator.
import random
rng = random.Random(2024)
inside = sum(rng.random() ** 2 + rng.random() ** 2 <= 1 for _ in range(3000))
print(inside, 4 * inside / 3000)
position, path = 0, []
for _ in range(60):
    position += rng.choice((-1, 1))
    path.append(position)
print(path)
deck = [r + s for s in "SHDC" for r in "A23456789TJQK"]
rng.shuffle(deck)
hands = [sorted(deck[i::4][:5]) for i in range(4)]
print(hands)
data = [round(rng.gauss(100, 15), 3) for _ in range(12)]
print(data, sorted(data)[len(data) // 2])
words = ["".join(rng.choices("abcde", k=rng.randint(2, 5))) for _ in range(8)]
print(words)
reservoir = []
for i in range(100):
    if len(reservoir) < 5:
        reservoir.append(i)
    elif (j := rng.randrange(i + 1)) < 5:
        reservoir[j] = i
print(reservoir)
