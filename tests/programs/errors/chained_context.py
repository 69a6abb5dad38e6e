# An error while another is handled, and one in a finally clause.
def cleanup():
    return [].pop()


def work():
    try:
        1 / 0
    finally:
        cleanup()


def handle():
    try:
        work()
    except IndexError:
        undefined_name


handle()
