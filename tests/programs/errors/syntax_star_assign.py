# A starred target alone.
*a = [1, 2]
