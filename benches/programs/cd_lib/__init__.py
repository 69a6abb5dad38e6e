"""Vectors, trees, the simulated sky and the detector that `cd.py` drives."""
