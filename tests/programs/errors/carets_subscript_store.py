# Errors when storing into and deleting from containers.
def store(table, key):
    table[key]["count"] += 1


store({"a": {"count": 1}}, "a")
store({"a": {}}, "a")
