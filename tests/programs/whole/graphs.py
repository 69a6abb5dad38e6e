# Breadth-first, depth-first, topological order, shortest paths.
from collections import deque, defaultdict
edges = [("a", "b", 4), ("a", "c", 2), ("c", "b", 1), ("b", "d", 5), ("c", "d", 8), ("d", "e", 3), ("f", "e", 1)]
graph = defaultdict(dict)
for u, v, w in edges:
    graph[u][v] = w
    graph[v]
def bfs(start):
    seen, queue, order = {start}, deque([start]), []
    while queue:
        u = queue.popleft()
        order.append(u)
        for v in sorted(graph[u]):
            if v not in seen:
                seen.add(v)
                queue.append(v)
    return order
def dfs(u, seen=None):
    seen = seen if seen is not None else []
    if u not in seen:
        seen.append(u)
        for v in sorted(graph[u]):
            dfs(v, seen)
    return seen
def topological():
    incoming = {u: 0 for u in graph}
    for u in graph:
        for v in graph[u]:
            incoming[v] += 1
    ready = sorted(u for u, n in incoming.items() if n == 0)
    while ready:
        u = ready.pop(0)
        yield u
        for v in sorted(graph[u]):
            incoming[v] -= 1
            if incoming[v] == 0:
                ready.append(v)
def dijkstra(start):
    distance, previous, todo = {start: 0}, {}, set(graph)
    while todo:
        reachable = [u for u in todo if u in distance]
        if not reachable:
            break
        u = min(reachable, key=lambda x: (distance[x], x))
        todo.remove(u)
        for v, w in graph[u].items():
            if distance[u] + w < distance.get(v, float("inf")):
                distance[v], previous[v] = distance[u] + w, u
    return distance, previous
def path(previous, target):
    out = [target]
    while out[-1] in previous:
        out.append(previous[out[-1]])
    return out[::-1]
d, p = dijkstra("a")
print(bfs("a"), dfs("a"), list(topological()))
print(sorted(d.items()), path(p, "e"), path(p, "f"))
floyd = {(u, v): 0 if u == v else graph[u].get(v, float("inf")) for u in graph for v in graph}
for k in graph:
    for i in graph:
        for j in graph:
            floyd[i, j] = min(floyd[i, j], floyd[i, k] + floyd[k, j])
print([[floyd[u, v] for v in sorted(graph)] for u in sorted(graph)])
