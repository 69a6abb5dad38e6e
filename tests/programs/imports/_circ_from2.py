# helper module
from _circ_from import late
