# Tabs and spaces mixed in a way that has no meaning.
if 1:
        x = 1
	y = 2
