# from without import.
from math sqrt
