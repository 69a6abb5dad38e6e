# SystemExit with an integer is the exit code.
def f():
    try:
        raise SystemExit(7)
    except Exception:
        print("not an Exception")
    finally:
        print("finally")


f()
