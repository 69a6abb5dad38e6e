# The built-in exception tree and what except clauses catch.
tree = [BaseException, Exception, ArithmeticError, ZeroDivisionError, OverflowError, FloatingPointError, LookupError, IndexError, KeyError, ValueError, UnicodeError, UnicodeDecodeError, UnicodeEncodeError,
        TypeError, AttributeError, NameError, UnboundLocalError, RuntimeError, RecursionError, NotImplementedError, StopIteration, GeneratorExit, KeyboardInterrupt, SystemExit, AssertionError, ImportError, ModuleNotFoundError,
        OSError, FileNotFoundError, PermissionError, MemoryError, EOFError, BufferError, SyntaxError, IndentationError, Warning, UserWarning, DeprecationWarning, StopAsyncIteration, IsADirectoryError, TimeoutError, SystemError, ReferenceError]
for e in tree:
    print(e.__name__, "<", " < ".join(c.__name__ for c in e.__mro__[1:]))
print(IOError is OSError, EnvironmentError is OSError, isinstance(KeyError(), LookupError), type(ValueError).__name__)
def catch(error, *kinds):
    for kind in kinds:
        try:
            try:
                raise error
            except kind:
                print(type(error).__name__, "caught by", kind.__name__ if isinstance(kind, type) else [k.__name__ for k in kind])
        except BaseException as other:
            print(type(other).__name__, "not caught by", kind.__name__ if isinstance(kind, type) else [k.__name__ for k in kind])
catch(KeyError("k"), LookupError, IndexError, (IndexError, KeyError), Exception, ArithmeticError, BaseException)
catch(KeyboardInterrupt(), Exception, BaseException)
catch(SystemExit(3), Exception, SystemExit)
catch(ZeroDivisionError(), (), (ValueError, (ArithmeticError, OSError)) if False else ArithmeticError)
