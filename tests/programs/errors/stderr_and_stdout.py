# print to sys.stderr, flush and an error afterwards.
import sys

print("to stdout")
print("to stderr", file=sys.stderr)
sys.stderr.write("written\n")
sys.stdout.write("written\n")
print("flushed", flush=True)
raise SystemExit("last words")
