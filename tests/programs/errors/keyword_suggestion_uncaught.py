# An unexpected keyword argument with a suggestion, uncaught.
def connect(host, *, timeout=10, retries=3):
    return host


print(connect("a", timeout=1))
connect("b", timeut=5)
