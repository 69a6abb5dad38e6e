"""A state machine that talks a little line protocol and is driven by exceptions.

Sessions are opened, logged in, given money and closed; a good part of the commands is
wrong at each point, and every refusal is an exception that passes through handlers,
context managers and `finally` clauses. `size` is the number of commands.
"""

import sys
from enum import Enum


class State(Enum):
    CLOSED = 0
    GREETED = 1
    LOGGED_IN = 2
    LOCKED = 3


class ProtocolError(Exception):
    """A command was refused."""

    code = 500


class UnknownCommand(ProtocolError):
    code = 501


class WrongState(ProtocolError):
    code = 503

    def __init__(self, command, state):
        super().__init__("%s in %s" % (command, state.name))
        self.state = state


class BadArgument(ProtocolError):
    code = 504


class Refused(ProtocolError):
    code = 550


class Overdrawn(Refused):
    code = 551

    def __init__(self, missing):
        super().__init__("%d missing" % missing)
        self.missing = missing


class Disconnect(Exception):
    """The session is over; not an error."""


class Transaction:
    """Gives the account back its balance when the body fails."""

    def __init__(self, session):
        self.session = session
        self.before = 0

    def __enter__(self):
        self.before = self.session.balance
        return self

    def __exit__(self, kind, error, traceback):
        if kind is not None:
            self.session.balance = self.before
            self.session.rollbacks += 1
        return False


class Session:
    def __init__(self):
        self.state = State.CLOSED
        self.balance = 0
        self.failures = 0
        self.rollbacks = 0

    def require(self, command, *states):
        if self.state not in states:
            raise WrongState(command, self.state)

    def handle(self, line):
        words = line.split()
        try:
            method = COMMANDS[words[0]]
        except KeyError as error:
            raise UnknownCommand(words[0]) from error
        return method(self, *words[1:])

    def hello(self):
        self.require("hello", State.CLOSED)
        self.state = State.GREETED

    def login(self, password):
        self.require("login", State.GREETED)
        if password != "sesame":
            self.failures += 1
            if self.failures >= 3:
                self.state = State.LOCKED
            raise Refused("wrong password")
        self.failures = 0
        self.state = State.LOGGED_IN

    def deposit(self, text):
        self.require("deposit", State.LOGGED_IN)
        self.balance += self.amount(text)

    def withdraw(self, text, fee="1"):
        self.require("withdraw", State.LOGGED_IN)
        with Transaction(self):
            self.balance -= self.amount(fee)
            self.balance -= self.amount(text)
            if self.balance < 0:
                raise Overdrawn(-self.balance)

    def bye(self):
        try:
            self.require("bye", State.GREETED, State.LOGGED_IN, State.LOCKED)
            raise Disconnect(self.balance)
        finally:
            self.state = State.CLOSED

    def amount(self, text):
        try:
            value = int(text)
        except ValueError as error:
            raise BadArgument("not a number: " + text) from error
        if value < 0:
            raise BadArgument("negative")
        return value


COMMANDS = {
    "hello": Session.hello,
    "login": Session.login,
    "deposit": Session.deposit,
    "withdraw": Session.withdraw,
    "bye": Session.bye,
}


class Script:
    """A stream of commands of which most fit the state of the session."""

    LINES = {
        State.CLOSED: ["hello", "hello", "deposit 5", "bye"],
        State.GREETED: ["login sesame", "login sesame", "login open", "hello", "bye"],
        State.LOGGED_IN: [
            "deposit 40",
            "deposit 7",
            "withdraw 25",
            "withdraw 60 2",
            "withdraw 5 x",
            "deposit much",
            "deposit -3",
            "quit",
            "login sesame",
            "withdraw",
            "bye",
        ],
        State.LOCKED: ["login sesame", "bye", "bye"],
    }

    def __init__(self, length):
        self.left = length
        self.seed = 9

    def next(self, state):
        if self.left == 0:
            raise StopIteration
        self.left -= 1
        self.seed = (self.seed * 1103515245 + 12345) & 0x7FFFFFFF
        lines = self.LINES[state]
        return lines[(self.seed >> 12) % len(lines)]


class Server:
    def __init__(self, script):
        self.script = script
        self.codes = {}
        self.paid_out = 0
        self.sessions = 0
        self.rollbacks = 0
        self.causes = 0

    def note(self, code):
        self.codes[code] = self.codes.get(code, 0) + 1

    def serve_session(self):
        session = Session()
        self.sessions += 1
        try:
            while True:
                self.step(session)
        except Disconnect as bye:
            self.paid_out += bye.args[0]
        finally:
            self.rollbacks += session.rollbacks

    def step(self, session):
        line = self.script.next(session.state)
        try:
            session.handle(line)
        except (WrongState, UnknownCommand) as error:
            self.causes += error.__cause__ is not None
            self.note(error.code)
        except Overdrawn as error:
            self.note(error.code)
            session.balance += error.missing % 3
        except ProtocolError as error:
            self.causes += error.__cause__ is not None
            self.note(error.code)
        except TypeError:
            self.note(400)
        else:
            self.note(200)

    def serve(self):
        try:
            while True:
                self.serve_session()
        except StopIteration:
            return


def run(size):
    server = Server(Script(size))
    server.serve()
    codes = " ".join(["%d:%d" % item for item in sorted(server.codes.items())])
    return "%s; sessions %d paid %d rollbacks %d causes %d" % (
        codes,
        server.sessions,
        server.paid_out,
        server.rollbacks,
        server.causes,
    )


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 20000))
