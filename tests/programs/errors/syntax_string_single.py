# A string with an apostrophe.
x = 'it's'
