# String literals and escapes.
print("a\tb\\c\'d\"e", 'x\ny', "\x41\u0042\U00000043\101\0end".encode())
print(r"raw\n\t\x", R'\'', "line one \
continued")
print("""triple
  'quoted' "text"
end""", '''a''b''')
print("a" "b" 'c' r"\d" f"{1}" "e")
print(repr("\a\b\f\n\r\t\v\0\x1f\x7f\x80\xa0\xad"), repr("'"), repr('"'), repr("'\""), repr("\\"))
print(repr("é€😀\u200b\u2028\ue000\U000e0001"), ascii("é€😀\n'"))
print("\N{GREEK SMALL LETTER ALPHA}\N{LATIN SMALL LETTER E WITH ACUTE}\N{SNOWMAN}")
print(len("\r\n"), len("😀"), len("e\u0301"), len(""), len(r"\n"))
print(u"old style", "tab\there".expandtabs(4))
print(type(""), str(), str(5), str(None), str([1, "a"]), str(b"x"), str(b"caf\xc3\xa9", "utf-8"))
