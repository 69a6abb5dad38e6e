# helper
from circular_b import b

a = 1
