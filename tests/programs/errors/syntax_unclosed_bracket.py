# A bracket that is never closed, at the end of the file.
values = [1, 2,
