# A missing colon after while.
while 1 < 2
    pass
