# raise with a comma.
raise ValueError, "text"
