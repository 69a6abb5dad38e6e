# Errors in methods, properties and operators of a class.
class Money:
    def __init__(self, amount):
        self.amount = amount

    def __add__(self, other):
        return Money(self.amount + other.amount)

    @property
    def doubled(self):
        return self + self.half

    def __getattr__(self, name):
        raise AttributeError(f"no attribute {name!r} here")


print((Money(1) + Money(2)).amount)
print(Money(3).doubled)
