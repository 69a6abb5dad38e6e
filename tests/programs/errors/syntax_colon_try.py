# A missing colon after try.
try
    pass
except ValueError:
    pass
