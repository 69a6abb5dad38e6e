"""Vectors, shapes, scenes and the tracer that `raytrace.py` drives."""
