# An unknown character name.
x = "\N{NO SUCH CHARACTER}"
