# Modules, submodules and names that cannot be imported.
def show(code):
    try:
        exec(code)
    except ImportError as e:
        print(type(e).__name__, e, e.name)


show("import no_such_module")
show("import no_such_module.sub")
show("import math.sub")
show("from no_such_module import x")
show("from . import x")
import another_missing_module
