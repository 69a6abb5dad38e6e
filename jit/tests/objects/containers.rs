//! Making and filling containers; what these opcodes take over is moved where the caller's reference was the function's own.

use crate::{Gives, check};

#[test]
fn displays() {
    check("MakeTuple", "Object Object", Gives::Reference, &[("1, [2]", "(1, [2])")]);
    check("MakeTuple", "", Gives::Reference, &[("", "()")]);
    check("MakeList", "Object Object Object", Gives::Reference, &[("1, 'a', [2]", "[1, 'a', [2]]")]);
    let many = "Object ".repeat(6);
    check("MakeList", &many, Gives::Reference, &[("1, 2, 3, 4, [5], 6", "[1, 2, 3, 4, [5], 6]")]);
    check("MakeSet", "", Gives::Reference, &[("", "set()")]);
    check("MakeDict", "", Gives::Reference, &[("", "{}")]);
    check("MakeSlice", "Object Object", Gives::Reference, &[("[1], None", "slice([1], None, None)")]);
    check("MakeSlice", "Object Object Object", Gives::Reference, &[("1, (2,), [3]", "slice(1, (2,), [3])")]);
    check("MakeString", "Object Object Object", Gives::Reference, &[("'ab', '', 'c'", "'abc'")]);
}

#[test]
fn filling() {
    check("ListAppend", "ListExact Object", Gives::Done, &[("[1], [2]", "[1, [2]]"), ("[], 5", "[5]")]);
    check(
        "ListExtend",
        "ListExact Object",
        Gives::Done,
        &[("[1], 'ab'", "[1, 'a', 'b']"), ("[1], 5", "TypeError: Value after * must be an iterable, not int")],
    );
    check("ListToTuple", "ListExact", Gives::Reference, &[("[1, [2]]", "(1, [2])")]);
    check(
        "SetAdd",
        "SetExact Object",
        Gives::Done,
        &[("{1}, 2", "{1, 2}"), ("{1}, []", "TypeError: cannot use 'list' as a set element (unhashable type: 'list')")],
    );
    check(
        "SetUpdate",
        "SetExact Object",
        Gives::Done,
        &[("{1}, [2]", "{1, 2}"), ("{1}, 5", "TypeError: 'int' object is not iterable")],
    );
    check(
        "DictSet",
        "DictExact Object Object",
        Gives::Done,
        &[
            ("{}, 'a', [1]", "{'a': [1]}"),
            ("{}, [], 1", "TypeError: cannot use 'list' as a dict key (unhashable type: 'list')"),
        ],
    );
    check(
        "DictUpdate",
        "DictExact Object",
        Gives::Done,
        &[("{1: 2}, {1: 3, 4: 5}", "{1: 3, 4: 5}"), ("{1: 2}, 5", "TypeError: 'int' object is not a mapping")],
    );
    check(
        "DictMerge",
        "DictExact Object Object",
        Gives::Done,
        &[
            ("{'a': 1}, {'b': 2}, add_all", "{'a': 1, 'b': 2}"),
            ("{'a': 1}, {'a': 2}, add_all", "TypeError: add_all() got multiple values for keyword argument 'a'"),
            ("{'a': 1}, 5, add_all", "TypeError: add_all() argument after ** must be a mapping, not int"),
        ],
    );
}

#[test]
fn text() {
    check("Convert<1>", "Object", Gives::Reference, &[("'a'", "'a'"), ("[1]", "'[1]'")]);
    check("Convert<2>", "Object", Gives::Reference, &[("'a'", "\"'a'\"")]);
    check("Convert<3>", "Object", Gives::Reference, &[("'é'", "\"'\\\\xe9'\"")]);
    check("Format", "Object", Gives::Reference, &[("5", "'5'")]);
    check(
        "Format",
        "Object Object",
        Gives::Reference,
        &[("5, '03d'", "'005'"), ("5, 'q'", "ValueError: Unknown format code 'q' for object of type 'int'")],
    );
}
