# helper module
__all__ = ["missing"]
