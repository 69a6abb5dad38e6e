"""A variable of the constraint graph."""

from .strength import Strength


class Variable:
    def __init__(self, name, value=0):
        self.name = name
        self.value = value
        self.constraints = []
        self.determined_by = None
        self.mark = 0
        self.walk_strength = Strength.WEAKEST
        self.stay = True

    def __repr__(self):
        return "%s = %r" % (self.name, self.value)

    def add_constraint(self, constraint):
        self.constraints.append(constraint)

    def remove_constraint(self, constraint):
        self.constraints.remove(constraint)
        if self.determined_by is constraint:
            self.determined_by = None

    def consumers(self):
        """The satisfied constraints that read this variable."""
        determining = self.determined_by
        return [c for c in self.constraints if c is not determining and c.is_satisfied()]
