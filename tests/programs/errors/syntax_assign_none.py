# Assignment to None.
None = 1
