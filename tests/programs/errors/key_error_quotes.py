# A KeyError shows the repr of its key.
def find(table, key):
    return table[key]


for key in "text", 5, (1, "a"), None, "it's":
    try:
        find({}, key)
    except KeyError as e:
        print(e)
find({}, "quoted \"text\"\n")
