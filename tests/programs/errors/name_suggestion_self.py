# A bare name that is an attribute of self.
class Account:
    def __init__(self):
        self.balance = 10

    def show(self):
        return balance + 1


Account().show()
