# Names in messages: functions, methods and nested functions.
class Outer:
    class Inner:
        def method(self, a):
            pass

        @staticmethod
        def static(a):
            pass

        @classmethod
        def klass(cls, a):
            pass


def function():
    def nested(a):
        pass

    return nested


for f in Outer.Inner().method, Outer.Inner.static, Outer.Inner.klass, function(), lambda a: 0:
    try:
        f()
    except TypeError as e:
        print(e)
Outer.Inner().method(1, 2, 3)
