"""The parts of the constraint solver that `deltablue.py` drives."""
