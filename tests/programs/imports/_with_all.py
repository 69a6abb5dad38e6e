# helper module
__all__ = ["visible", "_also"]
visible = 1
_also = 2
not_listed = 3
