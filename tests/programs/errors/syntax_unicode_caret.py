# The caret counts wide characters as one.
größe = "日本語" + "x" y
