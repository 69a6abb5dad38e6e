# Bytes and text side by side.
x = b"a" "b"
