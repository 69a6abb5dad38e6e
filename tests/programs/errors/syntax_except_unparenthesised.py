# Two exception types with as but without parentheses.
try:
    pass
except ValueError, TypeError as e:
    pass
