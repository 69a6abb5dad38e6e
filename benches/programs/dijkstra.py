"""Shortest paths (E. W. Dijkstra, 1959) with a binary heap written in Python.

`size` is the width of a grid of crossings whose roads take random times, with some
motorways across. Each distance is checked to be that of its predecessor and the road.
"""

import random
import sys


class Edge:
    def __init__(self, target, weight):
        self.target = target
        self.weight = weight


class Vertex:
    def __init__(self, index):
        self.index = index
        self.edges = []
        self.distance = None
        self.previous = None
        self.heap_place = -1

    def connect(self, other, weight):
        self.edges.append(Edge(other, weight))
        other.edges.append(Edge(self, weight))


class VertexHeap:
    """A binary heap of vertices, smallest distance first; knows where each one is."""

    def __init__(self):
        self.items = []

    def __len__(self):
        return len(self.items)

    def push(self, vertex):
        vertex.heap_place = len(self.items)
        self.items.append(vertex)
        self.sift_up(vertex)

    def decreased(self, vertex):
        self.sift_up(vertex)

    def pop(self):
        top = self.items[0]
        last = self.items.pop()
        if last is not top:
            self.items[0] = last
            last.heap_place = 0
            self.sift_down(last)
        top.heap_place = -1
        return top

    def sift_up(self, vertex):
        items = self.items
        place = vertex.heap_place
        while place > 0:
            parent_place = (place - 1) // 2
            parent = items[parent_place]
            if parent.distance <= vertex.distance:
                break
            items[place] = parent
            parent.heap_place = place
            place = parent_place
        items[place] = vertex
        vertex.heap_place = place

    def sift_down(self, vertex):
        items = self.items
        place = vertex.heap_place
        while True:
            child_place = 2 * place + 1
            if child_place >= len(items):
                break
            child = items[child_place]
            if child_place + 1 < len(items):
                other = items[child_place + 1]
                if other.distance < child.distance:
                    child_place += 1
                    child = other
            if vertex.distance <= child.distance:
                break
            items[place] = child
            child.heap_place = place
            place = child_place
        items[place] = vertex
        vertex.heap_place = place


class Graph:
    def __init__(self, width, seed):
        generator = random.Random(seed)
        self.vertices = [Vertex(i) for i in range(width * width)]
        for i, vertex in enumerate(self.vertices):
            if i % width < width - 1:
                vertex.connect(self.vertices[i + 1], generator.randint(1, 100))
            if i + width < len(self.vertices):
                vertex.connect(self.vertices[i + width], generator.randint(1, 100))
        for _ in range(width):
            start = generator.choice(self.vertices)
            end = generator.choice(self.vertices)
            start.connect(end, generator.randint(20, 200))

    def search(self, source):
        """Sets the distance and predecessor of every vertex."""
        heap = VertexHeap()
        source.distance = 0
        heap.push(source)
        while heap:
            vertex = heap.pop()
            for edge in vertex.edges:
                target = edge.target
                distance = vertex.distance + edge.weight
                if target.distance is None:
                    target.distance = distance
                    target.previous = vertex
                    heap.push(target)
                elif distance < target.distance:
                    target.distance = distance
                    target.previous = vertex
                    heap.decreased(target)

    def check(self):
        """No road may offer a shorter way than the one found."""
        for vertex in self.vertices:
            for edge in vertex.edges:
                if edge.target.distance > vertex.distance + edge.weight:
                    raise AssertionError("there is a shorter way to %d" % edge.target.index)

    def path_to(self, vertex):
        path = []
        while vertex is not None:
            path.append(vertex)
            vertex = vertex.previous
        path.reverse()
        return path


def run(size):
    graph = Graph(size, 1959)
    graph.search(graph.vertices[0])
    graph.check()
    goal = graph.vertices[-1]
    total = sum([vertex.distance for vertex in graph.vertices])
    return "to the corner %d in %d roads, total %d" % (
        goal.distance,
        len(graph.path_to(goal)) - 1,
        total,
    )


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
