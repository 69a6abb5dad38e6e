# A line that is indented for no reason.
x = 1
    y = 2
