# Grid algorithms.
def spiral(m):
    m = [list(r) for r in m]
    while m:
        yield from m.pop(0)
        m = [list(r) for r in zip(*m)][::-1]
def make_spiral(n):
    grid = [[0] * n for _ in range(n)]
    x = y = 0
    dx, dy = 1, 0
    for i in range(n * n):
        grid[y][x] = i
        if not (0 <= x + dx < n and 0 <= y + dy < n) or grid[y + dy][x + dx] and i or (x + dx, y + dy) == (0, 0):
            dx, dy = -dy, dx
        x, y = x + dx, y + dy
    return grid
print(list(spiral([[1, 2, 3], [4, 5, 6], [7, 8, 9]])), make_spiral(4))
def life(rows, steps):
    h, w = len(rows), len(rows[0])
    for _ in range(steps):
        rows = ["".join("#" if (n := sum(rows[(y + j) % h][(x + i) % w] == "#" for j in (-1, 0, 1) for i in (-1, 0, 1) if i or j)) == 3 or n == 2 and rows[y][x] == "#" else "." for x in range(w)) for y in range(h)]
    return rows
glider = [".#....", "..#...", "###...", "......", "......", "......"]
print(*life(glider, 4), sep="\n")
print(life(glider, 24) == glider)
def knight(n, start=(0, 0)):
    moves = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    seen = {start: 0}
    def free(p): return [(p[0] + a, p[1] + b) for a, b in moves if 0 <= p[0] + a < n and 0 <= p[1] + b < n and (p[0] + a, p[1] + b) not in seen]
    p = start
    while options := free(p):
        p = min(options, key=lambda q: (len(free(q)), q))
        seen[p] = len(seen)
    return [[seen.get((x, y), -1) for x in range(n)] for y in range(n)]
for row in knight(6):
    print(" ".join(f"{v:2}" for v in row))
def flood(grid, x, y, new):
    old = grid[y][x]
    if old == new: return 0
    todo, n = [(x, y)], 0
    while todo:
        x, y = todo.pop()
        if 0 <= y < len(grid) and 0 <= x < len(grid[y]) and grid[y][x] == old:
            grid[y][x] = new
            n += 1
            todo += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return n
g = [list(r) for r in ("aab", "aba", "bba")]
print(flood(g, 0, 0, "."), flood(g, 2, 2, "#"), ["".join(r) for r in g])
