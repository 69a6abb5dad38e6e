# helper module
import _circ_from2
late = 1
