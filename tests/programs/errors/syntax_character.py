# A character that is not part of the language.
x = 5 €
