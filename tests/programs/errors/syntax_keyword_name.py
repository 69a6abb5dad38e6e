# A keyword as a name.
class = 5
