# helper
from circular_a import a

b = 2
