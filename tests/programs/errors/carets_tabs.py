# Lines indented with tabs keep their carets in place.
def f(x):
	if x:
		return	x.missing + 1


f(5)
