"""An interpreter for a tiny language: tokens, a recursive-descent parser, a tree of nodes.

The language has numbers, lists, closures, `if`, `while` and `return`. `size` scales the
program that is run: naive Fibonacci, a sieve, Collatz lengths and counters as closures.
"""

import sys
from abc import ABC, abstractmethod
from enum import Enum

SOURCE = """
func fib(n) {
    if n < 2 { return n; }
    return fib(n - 1) + fib(n - 2);
}

func primes(limit) {
    let flags = list(limit + 1, 1);
    let count = 0;
    let i = 2;
    while i <= limit {
        if flags[i] == 1 {
            count = count + 1;
            let k = i * i;
            while k <= limit { flags[k] = 0; k = k + i; }
        }
        i = i + 1;
    }
    return count;
}

func collatz(n) {
    let steps = 0;
    while n != 1 {
        if n % 2 == 0 { n = n / 2; } else { n = 3 * n + 1; }
        steps = steps + 1;
    }
    return steps;
}

func longest(limit) {
    let best = 0;
    let i = 1;
    while i < limit {
        let steps = collatz(i);
        if steps > best { best = steps; }
        i = i + 1;
    }
    return best;
}

func counter(step) {
    let total = 0;
    func add() { total = total + step; return total; }
    return add;
}

func count(times) {
    let ones = counter(1);
    let threes = counter(3);
    let i = 0;
    while i < times { ones(); threes(); i = i + 1; }
    return ones() * 1000 + threes();
}

print fib(10);
print primes(size * 20);
print longest(size);
print count(size);
"""


class TokenKind(Enum):
    NUMBER = "number"
    NAME = "name"
    KEYWORD = "keyword"
    SYMBOL = "symbol"
    END = "end"


KEYWORDS = {"func", "let", "if", "else", "while", "return", "print"}
LONG_SYMBOLS = {"<=", ">=", "==", "!="}


class LanguageError(Exception):
    """A program of the tiny language is wrong."""


class ReturnSignal(Exception):
    """Carries a value out of a function."""

    def __init__(self, value):
        super().__init__()
        self.value = value


class Token:
    def __init__(self, kind, text, line):
        self.kind = kind
        self.text = text
        self.line = line


def tokenize(source):
    """The tokens one by one, then an END token."""
    position = 0
    line = 1
    while position < len(source):
        char = source[position]
        start = position
        if char.isspace():
            if char == "\n":
                line += 1
            position += 1
        elif char.isdigit():
            while source[position].isdigit():
                position += 1
            yield Token(TokenKind.NUMBER, source[start:position], line)
        elif char.isalpha():
            while source[position].isalnum():
                position += 1
            text = source[start:position]
            kind = TokenKind.KEYWORD if text in KEYWORDS else TokenKind.NAME
            yield Token(kind, text, line)
        else:
            position += 2 if source[start : start + 2] in LONG_SYMBOLS else 1
            yield Token(TokenKind.SYMBOL, source[start:position], line)
    yield Token(TokenKind.END, "", line)


class Scope:
    """Names and values of one call, inside those of the place of definition."""

    def __init__(self, parent):
        self.parent = parent
        self.values = {}

    def find(self, name):
        scope = self
        while scope is not None:
            if name in scope.values:
                return scope.values
            scope = scope.parent
        raise LanguageError("unknown name %s" % name)

    def declare(self, name, value):
        self.values[name] = value


class Node(ABC):
    """A part of a program; statements evaluate to None."""

    @abstractmethod
    def evaluate(self, scope):
        """The node's value in a scope."""


class Number(Node):
    def __init__(self, value):
        self.value = value

    def evaluate(self, scope):
        return self.value


class Name(Node):
    def __init__(self, name):
        self.name = name

    def evaluate(self, scope):
        return scope.find(self.name)[self.name]


class Index(Node):
    def __init__(self, target, index):
        self.target = target
        self.index = index

    def evaluate(self, scope):
        return self.target.evaluate(scope)[self.index.evaluate(scope)]


class Binary(Node):
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def evaluate(self, scope):
        return self.apply(self.left.evaluate(scope), self.right.evaluate(scope))

    @abstractmethod
    def apply(self, a, b):
        """The operator on two values."""


class Add(Binary):
    def apply(self, a, b):
        return a + b


class Subtract(Binary):
    def apply(self, a, b):
        return a - b


class Multiply(Binary):
    def apply(self, a, b):
        return a * b


class Divide(Binary):
    def apply(self, a, b):
        return a // b


class Remainder(Binary):
    def apply(self, a, b):
        return a % b


class Less(Binary):
    def apply(self, a, b):
        return a < b


class LessOrEqual(Binary):
    def apply(self, a, b):
        return a <= b


class Greater(Binary):
    def apply(self, a, b):
        return a > b


class GreaterOrEqual(Binary):
    def apply(self, a, b):
        return a >= b


class Equal(Binary):
    def apply(self, a, b):
        return a == b


class NotEqual(Binary):
    def apply(self, a, b):
        return a != b


class Call(Node):
    def __init__(self, callee, arguments):
        self.callee = callee
        self.arguments = arguments

    def evaluate(self, scope):
        callee = self.callee.evaluate(scope)
        return callee(*[argument.evaluate(scope) for argument in self.arguments])


class Block(Node):
    def __init__(self, statements):
        self.statements = statements

    def evaluate(self, scope):
        for statement in self.statements:
            statement.evaluate(scope)


class Let(Node):
    def __init__(self, name, value):
        self.name = name
        self.value = value

    def evaluate(self, scope):
        scope.declare(self.name, self.value.evaluate(scope))


class Assign(Node):
    def __init__(self, name, value):
        self.name = name
        self.value = value

    def evaluate(self, scope):
        value = self.value.evaluate(scope)
        scope.find(self.name)[self.name] = value


class AssignIndex(Node):
    def __init__(self, place, value):
        self.place = place
        self.value = value

    def evaluate(self, scope):
        items = self.place.target.evaluate(scope)
        items[self.place.index.evaluate(scope)] = self.value.evaluate(scope)


class If(Node):
    def __init__(self, condition, then, otherwise):
        self.condition = condition
        self.then = then
        self.otherwise = otherwise

    def evaluate(self, scope):
        if self.condition.evaluate(scope):
            self.then.evaluate(scope)
        elif self.otherwise is not None:
            self.otherwise.evaluate(scope)


class While(Node):
    def __init__(self, condition, body):
        self.condition = condition
        self.body = body

    def evaluate(self, scope):
        while self.condition.evaluate(scope):
            self.body.evaluate(scope)


class Return(Node):
    def __init__(self, value):
        self.value = value

    def evaluate(self, scope):
        raise ReturnSignal(self.value.evaluate(scope))


class Print(Node):
    def __init__(self, value):
        self.value = value

    def evaluate(self, scope):
        scope.find("output")["output"].append(str(self.value.evaluate(scope)))


class Function(Node):
    def __init__(self, name, parameters, body):
        self.name = name
        self.parameters = parameters
        self.body = body

    def evaluate(self, scope):
        scope.declare(self.name, Closure(self, scope))


class Closure:
    def __init__(self, function, scope):
        self.function = function
        self.scope = scope

    def __call__(self, *arguments):
        parameters = self.function.parameters
        if len(arguments) != len(parameters):
            raise LanguageError("%s takes %d values" % (self.function.name, len(parameters)))
        scope = Scope(self.scope)
        for name, value in zip(parameters, arguments):
            scope.declare(name, value)
        try:
            self.function.body.evaluate(scope)
        except ReturnSignal as signal:
            return signal.value
        return 0


LEVELS = [
    {
        "<": Less,
        "<=": LessOrEqual,
        ">": Greater,
        ">=": GreaterOrEqual,
        "==": Equal,
        "!=": NotEqual,
    },
    {"+": Add, "-": Subtract},
    {"*": Multiply, "/": Divide, "%": Remainder},
]


class Parser:
    def __init__(self, source):
        self.tokens = tokenize(source)
        self.token = next(self.tokens)

    def error(self, expected):
        return LanguageError(
            "line %d: expected %s, found %r" % (self.token.line, expected, self.token.text)
        )

    def take(self):
        taken = self.token
        if taken.kind is not TokenKind.END:
            self.token = next(self.tokens)
        return taken

    def accept(self, text):
        if self.token.text == text and self.token.kind is not TokenKind.END:
            return self.take()
        return None

    def expect(self, text):
        if not self.accept(text):
            raise self.error(repr(text))

    def name(self):
        if self.token.kind is not TokenKind.NAME:
            raise self.error("a name")
        return self.take().text

    def program(self):
        statements = []
        while self.token.kind is not TokenKind.END:
            statements.append(self.statement())
        return Block(statements)

    def block(self):
        self.expect("{")
        statements = []
        while not self.accept("}"):
            statements.append(self.statement())
        return Block(statements)

    def statement(self):
        if self.accept("func"):
            return self.function()
        if self.accept("if"):
            condition = self.expression()
            then = self.block()
            return If(condition, then, self.block() if self.accept("else") else None)
        if self.accept("while"):
            condition = self.expression()
            return While(condition, self.block())
        node = self.simple_statement()
        self.expect(";")
        return node

    def function(self):
        name = self.name()
        parameters = []
        self.expect("(")
        while not self.accept(")"):
            parameters.append(self.name())
            self.accept(",")
        return Function(name, parameters, self.block())

    def simple_statement(self):
        if self.accept("let"):
            name = self.name()
            self.expect("=")
            return Let(name, self.expression())
        if self.accept("return"):
            return Return(self.expression())
        if self.accept("print"):
            return Print(self.expression())
        node = self.expression()
        if self.accept("="):
            value = self.expression()
            if isinstance(node, Name):
                return Assign(node.name, value)
            if isinstance(node, Index):
                return AssignIndex(node, value)
            raise self.error("a name or an item before '='")
        return node

    def expression(self, level=0):
        if level == len(LEVELS):
            return self.postfix()
        left = self.expression(level + 1)
        while self.token.text in LEVELS[level]:
            operator = LEVELS[level][self.take().text]
            left = operator(left, self.expression(level + 1))
        return left

    def postfix(self):
        node = self.primary()
        while True:
            if self.accept("("):
                arguments = []
                while not self.accept(")"):
                    arguments.append(self.expression())
                    self.accept(",")
                node = Call(node, arguments)
            elif self.accept("["):
                node = Index(node, self.expression())
                self.expect("]")
            else:
                return node

    def primary(self):
        if self.token.kind is TokenKind.NUMBER:
            return Number(int(self.take().text))
        if self.token.kind is TokenKind.NAME:
            return Name(self.take().text)
        if self.accept("("):
            node = self.expression()
            self.expect(")")
            return node
        raise self.error("a value")


def run(size):
    program = Parser(SOURCE).program()
    output = []
    scope = Scope(None)
    scope.declare("size", size)
    scope.declare("output", output)
    scope.declare("list", lambda length, value: [value] * length)
    program.evaluate(scope)
    return " ".join(output)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
