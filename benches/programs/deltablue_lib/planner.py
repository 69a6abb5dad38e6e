"""The incremental planner and the plans that it extracts."""

from .strength import Strength


class Plan:
    """Constraints in an order that computes every output from known inputs."""

    def __init__(self):
        self.steps = []

    def __len__(self):
        return len(self.steps)

    def add(self, constraint):
        self.steps.append(constraint)

    def execute(self):
        for constraint in self.steps:
            constraint.execute()


class Planner:
    def __init__(self):
        self.current_mark = 0

    def new_mark(self):
        self.current_mark += 1
        return self.current_mark

    def add(self, constraint):
        constraint.add_to_graph()
        self.satisfy(constraint)

    def satisfy(self, constraint):
        """Satisfies a constraint, then in turn every weaker one that it displaces."""
        mark = self.new_mark()
        while constraint is not None:
            constraint = constraint.satisfy(self, mark)

    def remove(self, constraint):
        if not constraint.is_satisfied():
            constraint.remove_from_graph()
            return
        out = constraint.output()
        constraint.remove_from_graph()
        candidates = self.release(out)
        strength = Strength.REQUIRED
        while True:
            for candidate in candidates:
                if candidate.strength is strength:
                    self.satisfy(candidate)
            if strength is Strength.WEAKEST:
                return
            strength = strength.next_weaker()

    def propagate(self, constraint, mark):
        """Recalculates everything downstream; False if that comes back to `mark`."""
        todo = [constraint]
        while todo:
            current = todo.pop()
            out = current.output()
            if out.mark == mark:
                self.remove(constraint)
                return False
            current.recalculate()
            todo.extend(out.consumers())
        return True

    def release(self, out):
        """Frees `out` and what follows from it; the unsatisfied constraints found."""
        out.determined_by = None
        out.walk_strength = Strength.WEAKEST
        out.stay = True
        unsatisfied = []
        todo = [out]
        while todo:
            variable = todo.pop()
            for constraint in variable.constraints:
                if not constraint.is_satisfied():
                    unsatisfied.append(constraint)
            for constraint in variable.consumers():
                constraint.recalculate()
                todo.append(constraint.output())
        return unsatisfied

    def plan_from(self, constraints):
        """A plan that starts from those of the constraints that are inputs."""
        mark = self.new_mark()
        plan = Plan()
        todo = [c for c in constraints if c.is_input() and c.is_satisfied()]
        while todo:
            constraint = todo.pop()
            out = constraint.output()
            if out.mark != mark and constraint.inputs_known(mark):
                plan.add(constraint)
                out.mark = mark
                todo.extend(out.consumers())
        return plan
