print("pack.util")
from .base import Base as B
def helper(): return B().who()
