# A bare except before another one.
try:
    pass
except:
    pass
except ValueError:
    pass
