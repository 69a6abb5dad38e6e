"""Control-flow graphs and the loop finder that `havlak.py` drives."""
