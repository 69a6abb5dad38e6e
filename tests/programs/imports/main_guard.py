# __name__ and the main guard; a program that imports itself.
print("running as", __name__)
def work(): return "work in " + __name__
if __name__ == "__main__":
    print(work())
    import main_guard
    print(main_guard.work(), main_guard is not __import__("sys").modules["__main__"])
    print(__file__.endswith("main_guard.py"), main_guard.__file__.endswith("main_guard.py"), __doc__, __package__ or "no package", __spec__ is None)
