# A single closing brace.
x = f"a } b"
