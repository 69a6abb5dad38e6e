# exec without parentheses.
exec "x = 1"
