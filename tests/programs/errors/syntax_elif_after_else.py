# elif after else.
if 1:
    pass
else:
    pass
elif 2:
    pass
