"""One-way constraint solver: the DeltaBlue algorithm.

After M. Sannella, J. Maloney, B. Freeman-Benson and A. Borning, "Multi-way versus
one-way constraints in user interfaces" (1993). Runs the two usual tests: a chain of
equalities and a set of scaled pairs. `size` is the length of both.
"""

import sys

from deltablue_lib.constraints import (
    EditConstraint,
    EqualityConstraint,
    ScaleConstraint,
    StayConstraint,
)
from deltablue_lib.planner import Planner
from deltablue_lib.strength import Strength
from deltablue_lib.variable import Variable


def chain_test(length):
    """Values given to the first of a chain of equal variables reach the last."""
    planner = Planner()
    variables = [Variable("v%d" % i) for i in range(length + 1)]
    for left, right in zip(variables, variables[1:]):
        planner.add(EqualityConstraint(left, right, Strength.REQUIRED))
    first, last = variables[0], variables[-1]
    planner.add(StayConstraint(last, Strength.STRONG_DEFAULT))
    edit = EditConstraint(first, Strength.PREFERRED)
    planner.add(edit)
    plan = planner.plan_from([edit])
    total = 0
    for value in range(100):
        first.value = value
        plan.execute()
        if last.value != value:
            raise AssertionError("the chain did not carry %d" % value)
        total += last.value
    planner.remove(edit)
    return total


def change(planner, variable, value):
    """Edits `variable` to `value` ten times."""
    edit = EditConstraint(variable, Strength.PREFERRED)
    planner.add(edit)
    plan = planner.plan_from([edit])
    for _ in range(10):
        variable.value = value
        plan.execute()
    planner.remove(edit)


def projection_test(count):
    """Pairs (source, target) with target = source * scale + offset."""
    planner = Planner()
    scale = Variable("scale", 10)
    offset = Variable("offset", 1000)
    source = target = None
    targets = []
    for i in range(count):
        source = Variable("source", i)
        target = Variable("target", i)
        targets.append(target)
        planner.add(StayConstraint(source, Strength.NORMAL))
        planner.add(ScaleConstraint(source, scale, offset, target, Strength.REQUIRED))

    change(planner, source, 17)
    if target.value != 1170:
        raise AssertionError("forward projection failed")
    change(planner, target, 1050)
    if source.value != 5:
        raise AssertionError("backward projection failed")
    change(planner, scale, 5)
    for i in range(count - 1):
        if targets[i].value != i * 5 + 1000:
            raise AssertionError("changing the scale failed")
    change(planner, offset, 2000)
    for i in range(count - 1):
        if targets[i].value != i * 5 + 2000:
            raise AssertionError("changing the offset failed")
    return sum([each.value for each in targets])


def run(size):
    return "chain %d projection %d" % (chain_test(size), projection_test(size))


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
