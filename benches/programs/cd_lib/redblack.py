"""A map as a red-black tree, after Cormen, Leiserson, Rivest and Stein."""

from enum import Enum


class Color(Enum):
    RED = 1
    BLACK = 2


RED = Color.RED
BLACK = Color.BLACK


class Node:
    def __init__(self, key, value, nil):
        self.key = key
        self.value = value
        self.color = RED
        self.parent = nil
        self.left = nil
        self.right = nil


class RedBlackTree:
    def __init__(self):
        self.nil = Node(None, None, None)
        self.nil.color = BLACK
        self.root = self.nil
        self.count = 0

    def __len__(self):
        return self.count

    def find(self, key):
        node = self.root
        while node is not self.nil:
            if key < node.key:
                node = node.left
            elif node.key < key:
                node = node.right
            else:
                return node
        return None

    def get(self, key, default=None):
        node = self.find(key)
        return default if node is None else node.value

    def __contains__(self, key):
        return self.find(key) is not None

    def __iter__(self):
        """The items in the order of their keys."""
        stack = []
        node = self.root
        while stack or node is not self.nil:
            while node is not self.nil:
                stack.append(node)
                node = node.left
            node = stack.pop()
            yield node.key, node.value
            node = node.right

    def put(self, key, value):
        """Sets the value of a key; the answer is the value it had, or None."""
        parent = self.nil
        node = self.root
        while node is not self.nil:
            parent = node
            if key < node.key:
                node = node.left
            elif node.key < key:
                node = node.right
            else:
                old = node.value
                node.value = value
                return old
        added = Node(key, value, self.nil)
        added.parent = parent
        if parent is self.nil:
            self.root = added
        elif key < parent.key:
            parent.left = added
        else:
            parent.right = added
        self.count += 1
        self._after_put(added)
        return None

    def remove(self, key):
        """Removes a key; the answer is the value it had, or None."""
        node = self.find(key)
        if node is None:
            return None
        self.count -= 1
        removed_color = node.color
        if node.left is self.nil:
            child = node.right
            self._transplant(node, child)
        elif node.right is self.nil:
            child = node.left
            self._transplant(node, child)
        else:
            successor = node.right
            while successor.left is not self.nil:
                successor = successor.left
            removed_color = successor.color
            child = successor.right
            if successor.parent is node:
                child.parent = successor
            else:
                self._transplant(successor, child)
                successor.right = node.right
                successor.right.parent = successor
            self._transplant(node, successor)
            successor.left = node.left
            successor.left.parent = successor
            successor.color = node.color
        if removed_color is BLACK:
            self._after_remove(child)
        return node.value

    def check(self):
        """Raises unless this is a red-black tree."""
        if self.root.color is not BLACK:
            raise AssertionError("the root is red")
        self._black_height(self.root)

    def _black_height(self, node):
        if node is self.nil:
            return 1
        if node.color is RED and (node.left.color is RED or node.right.color is RED):
            raise AssertionError("a red node has a red child")
        left = self._black_height(node.left)
        if left != self._black_height(node.right):
            raise AssertionError("the black heights differ")
        return left + (node.color is BLACK)

    def _transplant(self, old, new):
        if old.parent is self.nil:
            self.root = new
        elif old is old.parent.left:
            old.parent.left = new
        else:
            old.parent.right = new
        new.parent = old.parent

    def _rotate_left(self, x):
        y = x.right
        x.right = y.left
        if y.left is not self.nil:
            y.left.parent = x
        self._transplant(x, y)
        y.left = x
        x.parent = y

    def _rotate_right(self, x):
        y = x.left
        x.left = y.right
        if y.right is not self.nil:
            y.right.parent = x
        self._transplant(x, y)
        y.right = x
        x.parent = y

    def _after_put(self, node):
        while node.parent.color is RED:
            parent = node.parent
            grandparent = parent.parent
            is_left = parent is grandparent.left
            uncle = grandparent.right if is_left else grandparent.left
            if uncle.color is RED:
                parent.color = BLACK
                uncle.color = BLACK
                grandparent.color = RED
                node = grandparent
                continue
            if is_left:
                if node is parent.right:
                    node = parent
                    self._rotate_left(node)
                node.parent.color = BLACK
                grandparent.color = RED
                self._rotate_right(grandparent)
            else:
                if node is parent.left:
                    node = parent
                    self._rotate_right(node)
                node.parent.color = BLACK
                grandparent.color = RED
                self._rotate_left(grandparent)
        self.root.color = BLACK

    def _after_remove(self, node):
        while node is not self.root and node.color is BLACK:
            parent = node.parent
            if node is parent.left:
                sibling = parent.right
                if sibling.color is RED:
                    sibling.color = BLACK
                    parent.color = RED
                    self._rotate_left(parent)
                    sibling = parent.right
                if sibling.left.color is BLACK and sibling.right.color is BLACK:
                    sibling.color = RED
                    node = parent
                    continue
                if sibling.right.color is BLACK:
                    sibling.left.color = BLACK
                    sibling.color = RED
                    self._rotate_right(sibling)
                    sibling = parent.right
                sibling.color = parent.color
                parent.color = BLACK
                sibling.right.color = BLACK
                self._rotate_left(parent)
            else:
                sibling = parent.left
                if sibling.color is RED:
                    sibling.color = BLACK
                    parent.color = RED
                    self._rotate_right(parent)
                    sibling = parent.left
                if sibling.right.color is BLACK and sibling.left.color is BLACK:
                    sibling.color = RED
                    node = parent
                    continue
                if sibling.left.color is BLACK:
                    sibling.right.color = BLACK
                    sibling.color = RED
                    self._rotate_left(sibling)
                    sibling = parent.left
                sibling.color = parent.color
                parent.color = BLACK
                sibling.left.color = BLACK
                self._rotate_right(parent)
            node = self.root
        node.color = BLACK
