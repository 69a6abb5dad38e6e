# Accounts, transactions that roll back, and a log.
class InsufficientFunds(Exception):
    def __init__(self, account, needed):
        self.account, self.needed = account, needed
        super().__init__(f"{account.owner} lacks {needed - account.balance}")
class Account:
    _next = 100
    def __init__(self, owner, balance=0):
        self.owner, self.balance = owner, balance
        self.number = Account._next
        Account._next += 1
        self.history = []
    def deposit(self, n):
        if n <= 0:
            raise ValueError(f"bad amount {n}")
        self.balance += n
        self.history.append(n)
    def withdraw(self, n):
        if n > self.available:
            raise InsufficientFunds(self, n)
        self.balance -= n
        self.history.append(-n)
    @property
    def available(self): return self.balance
    def __repr__(self): return f"<{type(self).__name__} {self.number} {self.owner}: {self.balance}>"
class Credit(Account):
    limit = 50
    @property
    def available(self): return super().available + self.limit
class Savings(Account):
    def interest(self, percent):
        self.deposit(self.balance * percent // 100)
class Transaction:
    def __init__(self, *accounts): self.accounts = accounts
    def __enter__(self):
        self.saved = [(a, a.balance, len(a.history)) for a in self.accounts]
        return self
    def __exit__(self, kind, value, tb):
        if kind is not None:
            print("rollback:", kind.__name__, value)
            for a, balance, n in self.saved:
                a.balance = balance
                del a.history[n:]
        return kind is not None and issubclass(kind, (InsufficientFunds, ValueError))
a, b, c = Account("ann", 100), Credit("bob"), Savings("cy", 1000)
def transfer(source, target, n):
    with Transaction(source, target):
        target.deposit(n)
        source.withdraw(n)
        return True
    return False
print(transfer(a, b, 30), transfer(a, b, 300), transfer(b, c, 70), transfer(b, c, 20), transfer(b, a, -5))
c.interest(5)
for x in (a, b, c):
    print(x, x.history, x.available)
try:
    with Transaction(a):
        a.deposit(1)
        raise KeyError("other")
except KeyError as error:
    print("passed on", error, a)
