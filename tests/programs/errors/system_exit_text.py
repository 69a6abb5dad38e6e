# SystemExit with a text prints it to standard error.
import sys

print("out")
sys.exit("something went wrong")
