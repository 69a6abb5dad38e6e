# A name that the module does not have.
from math import sqrt, squareroot
