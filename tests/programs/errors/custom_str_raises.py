# An exception whose __str__ raises.
class Bad(Exception):
    def __str__(self):
        raise ValueError("no text")


class NotText(Exception):
    def __str__(self):
        return 5


try:
    str(Bad())
except ValueError as e:
    print(e)
try:
    str(NotText())
except TypeError as e:
    print(e)
raise Bad("argument")
