# A missing comma in a list.
values = [1, 2 3, 4]
