# Something after the continuation character.
x = 1 + \ 2
