# A method defined without self.
class Counter:
    def increment():
        pass


Counter().increment()
