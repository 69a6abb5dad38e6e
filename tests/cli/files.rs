//! Files that cannot be run, and unusual ones that can.

use std::fs;

use crate::support::*;

#[test]
fn missing_file() {
    let scratch = Scratch::new();
    let path = scratch.path("no such file.py");
    run([&path]).expect_refusal("no such file.py");
    run(["run", text(&path)]).expect_refusal("no such file.py");
    run(["dump", "--stage", "bytecode", text(&path)]).expect_refusal("no such file.py");
    run([path.join("deeper.py")]).expect_refusal("deeper.py");
}

#[test]
fn directory() {
    let scratch = Scratch::new();
    run([&scratch.folder]).expect_refusal(text(&scratch.folder));
}

#[cfg(unix)]
#[test]
fn unreadable_file() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::new();
    let path = scratch.file("secret.py", "print('never')\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("permissions");
    if fs::File::open(&path).is_ok() {
        return; // The superuser may read everything.
    }
    run([&path]).expect_refusal("secret.py");
}

#[cfg(unix)]
#[test]
fn file_name_that_is_not_text() {
    use std::os::unix::ffi::OsStrExt;

    let name = std::ffi::OsStr::from_bytes(b"/nowhere/\xff\xfe.py");
    run([name]).expect_refusal("");
}

#[test]
fn invalid_utf8() {
    let scratch = Scratch::new();
    for (name, bytes) in [
        ("byte.py", &b"print('never')\nx = '\xff'\n"[..]),
        ("cut.py", b"# caf\xc3"),
        ("surrogate.py", b"x = '\xed\xa0\x80'\n"),
        ("utf16.py", b"\xff\xfep\0r\0i\0n\0t\0"),
        ("overlong.py", b"x = '\xc0\x80'\n"),
    ] {
        let path = scratch.file(name, bytes);
        run([path]).expect_refusal(name);
    }
    run_with_input(["-"], b"x = '\xff'\n").expect_refusal("");
}

#[test]
fn nul_byte() {
    let scratch = Scratch::new();
    let path = scratch.file("nul.py", b"print('never')\nx = 'a\0b'\n");
    let stderr = format!(
        "  File \"{}\", line 2\n    x = 'a\nSyntaxError: source code cannot contain null bytes\n",
        text(&path),
    );
    run([path]).expect("", &stderr, 1);
}

#[test]
fn unusual_but_valid_files() {
    let scratch = Scratch::new();
    for (name, bytes, stdout) in [
        ("empty.py", &b""[..], ""),
        ("comment.py", b"# only a comment", ""),
        ("blank.py", b"\n\n   \n\t\n", ""),
        ("mark.py", b"\xef\xbb\xbfprint('bom')\n", "bom\n"),
        ("crlf.py", b"if 1:\r\n    print('''a\r\nb''')\r\n", "a\nb\n"),
        ("cr.py", b"print(1)\rprint(2)\r", "1\n2\n"),
        ("feed.py", b"print(1)\n\x0cprint(2)\n", "1\n2\n"),
        ("end.py", b"if 1:\n    print('no newline')", "no newline\n"),
        ("no extension", b"print(3)\n", "3\n"),
    ] {
        let path = scratch.file(name, bytes);
        run([path]).expect(stdout, "", 0);
    }
}
