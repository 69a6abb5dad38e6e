"""How much a constraint matters: a small totally ordered set."""


class Strength:
    def __init__(self, rank, name):
        self.rank = rank
        self.name = name

    def __repr__(self):
        return "Strength(%r)" % self.name

    def is_stronger_than(self, other):
        return self.rank < other.rank

    def is_weaker_than(self, other):
        return self.rank > other.rank

    def next_weaker(self):
        return ALL[self.rank + 1]

    @staticmethod
    def weakest_of(a, b):
        return a if a.is_weaker_than(b) else b


ALL = []
for _name in (
    "required",
    "strong preferred",
    "preferred",
    "strong default",
    "normal",
    "weak default",
    "weakest",
):
    _strength = Strength(len(ALL), _name)
    ALL.append(_strength)
    setattr(Strength, _name.upper().replace(" ", "_"), _strength)
