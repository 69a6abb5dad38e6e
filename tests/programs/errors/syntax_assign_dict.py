# Assignment to a dict display.
{"a": 1} = {}
