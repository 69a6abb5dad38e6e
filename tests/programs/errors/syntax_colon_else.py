# A missing colon after else and after try.
if 1:
    pass
else
    pass
