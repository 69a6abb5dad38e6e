"""The kinds of constraints: one variable, two, and scaled pairs."""

from abc import ABC, abstractmethod
from enum import Enum

from .strength import Strength


class Direction(Enum):
    NONE = 0
    FORWARD = 1
    BACKWARD = -1


class Constraint(ABC):
    """A relation with a strength; satisfied by choosing an output variable."""

    def __init__(self, strength):
        self.strength = strength

    @abstractmethod
    def variables(self):
        """All variables that the constraint relates."""

    @abstractmethod
    def is_satisfied(self):
        """Whether an output is chosen."""

    @abstractmethod
    def mark_unsatisfied(self):
        """Forget the chosen output."""

    @abstractmethod
    def choose_method(self, mark):
        """Choose an output that is not marked and weaker than the constraint."""

    @abstractmethod
    def output(self):
        """The chosen output."""

    @abstractmethod
    def inputs(self):
        """The variables that determine the output."""

    @abstractmethod
    def recalculate(self):
        """Derive the output's walk strength and stay flag from the inputs."""

    @abstractmethod
    def execute(self):
        """Compute the output's value."""

    def is_input(self):
        return False

    def add_to_graph(self):
        self.mark_unsatisfied()
        for variable in self.variables():
            variable.add_constraint(self)

    def remove_from_graph(self):
        for variable in self.variables():
            variable.remove_constraint(self)
        self.mark_unsatisfied()

    def mark_inputs(self, mark):
        for variable in self.inputs():
            variable.mark = mark

    def inputs_known(self, mark):
        for variable in self.inputs():
            if not (
                variable.mark == mark or variable.stay or variable.determined_by is None
            ):
                return False
        return True

    def satisfy(self, planner, mark):
        """Satisfies this constraint; the answer is the one it displaced, or None."""
        self.choose_method(mark)
        if not self.is_satisfied():
            if self.strength is Strength.REQUIRED:
                raise RuntimeError("a required constraint cannot be satisfied")
            return None
        self.mark_inputs(mark)
        out = self.output()
        displaced = out.determined_by
        if displaced is not None:
            displaced.mark_unsatisfied()
        out.determined_by = self
        if not planner.propagate(self, mark):
            raise RuntimeError("the constraints form a cycle")
        out.mark = mark
        return displaced


class UnaryConstraint(Constraint):
    def __init__(self, variable, strength):
        super().__init__(strength)
        self.variable = variable
        self.satisfied = False

    def variables(self):
        return [self.variable]

    def is_satisfied(self):
        return self.satisfied

    def mark_unsatisfied(self):
        self.satisfied = False

    def choose_method(self, mark):
        self.satisfied = (
            self.variable.mark != mark
            and self.strength.is_stronger_than(self.variable.walk_strength)
        )

    def output(self):
        return self.variable

    def inputs(self):
        return ()

    def recalculate(self):
        self.variable.walk_strength = self.strength
        self.variable.stay = not self.is_input()
        if self.variable.stay:
            self.execute()

    def execute(self):
        pass


class StayConstraint(UnaryConstraint):
    """The variable should keep its value."""


class EditConstraint(UnaryConstraint):
    """The variable is given values from outside."""

    def is_input(self):
        return True


class BinaryConstraint(Constraint):
    def __init__(self, left, right, strength):
        super().__init__(strength)
        self.left = left
        self.right = right
        self.direction = Direction.NONE

    def variables(self):
        return [self.left, self.right]

    def is_satisfied(self):
        return self.direction is not Direction.NONE

    def mark_unsatisfied(self):
        self.direction = Direction.NONE

    def can_set(self, variable, mark):
        return variable.mark != mark and self.strength.is_stronger_than(
            variable.walk_strength
        )

    def choose_method(self, mark):
        if self.left.mark == mark:
            choice = Direction.FORWARD if self.can_set(self.right, mark) else Direction.NONE
        elif self.right.mark == mark:
            choice = Direction.BACKWARD if self.can_set(self.left, mark) else Direction.NONE
        elif self.left.walk_strength.is_weaker_than(self.right.walk_strength):
            choice = Direction.BACKWARD if self.can_set(self.left, mark) else Direction.NONE
        else:
            choice = Direction.FORWARD if self.can_set(self.right, mark) else Direction.NONE
        self.direction = choice

    def input(self):
        return self.left if self.direction is Direction.FORWARD else self.right

    def output(self):
        return self.right if self.direction is Direction.FORWARD else self.left

    def inputs(self):
        return (self.input(),)

    def recalculate(self):
        out = self.output()
        out.walk_strength = Strength.weakest_of(self.strength, self.input().walk_strength)
        out.stay = all([variable.stay for variable in self.inputs()])
        if out.stay:
            self.execute()


class EqualityConstraint(BinaryConstraint):
    def execute(self):
        self.output().value = self.input().value


class ScaleConstraint(BinaryConstraint):
    """right = left * scale + offset."""

    def __init__(self, left, scale, offset, right, strength):
        super().__init__(left, right, strength)
        self.scale = scale
        self.offset = offset

    def variables(self):
        return super().variables() + [self.scale, self.offset]

    def inputs(self):
        return (self.input(), self.scale, self.offset)

    def execute(self):
        if self.direction is Direction.FORWARD:
            self.right.value = self.left.value * self.scale.value + self.offset.value
        else:
            self.left.value = (self.right.value - self.offset.value) // self.scale.value
