# An import under a name that is none.
import math as 5
