# Assignment to an ellipsis.
... = 1
