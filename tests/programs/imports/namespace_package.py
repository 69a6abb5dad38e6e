# A folder without __init__.py is a package too.
import nsonly.mod
print(nsonly.mod.name, nsonly.__name__, hasattr(nsonly, "mod"))
from nsonly import mod
print(mod is nsonly.mod)
try:
    from nsonly import missing
except ImportError as error:
    print(str(error).rsplit("(", 1)[0])
