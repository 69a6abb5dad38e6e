# An error inside an f-string.
def describe(user):
    return f"name: {user['name']!r:>10}, age: {user['age'] + 1}"


print(describe({"name": "Ann", "age": 1}))
print(describe({"name": "Bob"}))
