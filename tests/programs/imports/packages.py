# Packages, submodules, relative imports.
import pack
print(pack.version, pack.Base().who(), pack.util.helper(), pack.__name__, hasattr(pack, "sub"), hasattr(pack, "lazy"))
import pack.lazy
print(pack.lazy.data, pack.lazy.__name__)
from pack import lazy as l, util
print(l is pack.lazy, util is pack.util)
import pack.sub.deep
print(pack.sub.deep.Base is pack.Base, pack.sub.deep.version, pack.sub.deep.util is util, pack.sub.deep.__package__)
import pack.sub.deep as deep
from pack.sub import deep as deep2
print(deep is deep2, deep.__name__, pack.__package__)
class D(pack.Base): pass
print(D().who())
for name in ("pack.nope", "pack.lazy.x", "nopack.sub"):
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        print(error)
try:
    from pack import nothing
except ImportError as error:
    print(str(error).rsplit("(", 1)[0])
try:
    from . import something
except ImportError as error:
    print(error)
import sys
print(sorted(n for n in sys.modules if n.startswith("pack")))
