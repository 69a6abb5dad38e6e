# Which except clause takes which exception.
kinds = [ZeroDivisionError, KeyError, IndexError, FileNotFoundError, UnicodeDecodeError,
         ModuleNotFoundError, RecursionError, NotImplementedError, UnboundLocalError,
         StopIteration, KeyboardInterrupt, SystemExit, GeneratorExit, AssertionError,
         OverflowError, FloatingPointError, MemoryError, EOFError, TabError, BufferError]
for kind in kinds:
    print(" < ".join(c.__name__ for c in kind.__mro__))
