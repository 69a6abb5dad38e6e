# A dollar sign.
x = $5
