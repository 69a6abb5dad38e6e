# import before from.
import sqrt from math
