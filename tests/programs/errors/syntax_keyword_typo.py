# A misspelt keyword.
whille True:
    pass
