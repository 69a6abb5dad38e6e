# time: clocks move forward, sleep waits.
import time
a = time.perf_counter()
b = time.perf_counter()
print(b >= a, type(a).__name__, type(time.perf_counter_ns()).__name__)
m = time.monotonic()
time.sleep(0.01)
print(time.monotonic() - m >= 0.009, time.time() > 1.6e9, type(time.time_ns()).__name__, time.process_time() >= 0)
start = time.perf_counter_ns()
total = sum(range(10000))
print(total, time.perf_counter_ns() > start, time.sleep(0))
for f in (lambda: time.sleep(-1), lambda: time.sleep("a"), lambda: time.sleep()):
    try:
        f()
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
def timed(f):
    def wrapper(*args):
        t = time.perf_counter()
        r = f(*args)
        return r, 0 <= time.perf_counter() - t < 5
    return wrapper
print(timed(sorted)([3, 1, 2]))
