print("pack.sub.deep")
from ..base import Base
from .. import util, version
