# A bytes literal with a non-ASCII character.
x = b"é"
