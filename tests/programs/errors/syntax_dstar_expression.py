# Double star in a list.
x = [**{}]
