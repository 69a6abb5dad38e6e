# A typographic quote.
print(“hello”)
