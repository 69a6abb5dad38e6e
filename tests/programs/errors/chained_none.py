# raise from None hides the context.
def f():
    try:
        {}["key"]
    except KeyError:
        raise ValueError("no context shown") from None


f()
