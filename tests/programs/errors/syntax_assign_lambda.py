# Assignment to a lambda.
(lambda: 1) = 5
