# A trailing comma in an import.
from math import sqrt,
