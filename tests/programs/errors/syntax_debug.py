# Assignment to __debug__.
__debug__ = 1
