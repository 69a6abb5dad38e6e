print("pack init", __name__)
from .base import Base
from . import util
version = "p1"
