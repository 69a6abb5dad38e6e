# A non-printable character.
x = 1 ​+ 2
