//! Bytes of a file → text, and positions in that text.

use crate::front::syntax_error::{SyntaxError, SyntaxErrorKind};
use std::sync::Arc;

/// Why the bytes of a file are not a program's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The file is not valid in its encoding; `offset` is the first bad byte's place.
    #[error("{filename}: not valid {encoding} at byte {offset}")]
    Invalid {
        /// The file.
        filename: Arc<str>,
        /// Name of the encoding.
        encoding: &'static str,
        /// Bytes before the first bad one.
        offset: usize,
    },
    /// The text cannot be a program: an unknown encoding, a null byte.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Ascii,
    Latin1,
}

/// Decodes a source file: UTF-8 unless a coding cookie in the first two lines says otherwise. A byte
/// order mark is dropped and newlines become `\n`.
///
/// # Errors
/// [`SourceError::Invalid`] for bytes the encoding does not have; [`SourceError::Syntax`] for an
/// unknown encoding, a cookie that contradicts a byte order mark, or a null byte.
pub fn decode(bytes: &[u8], filename: &Arc<str>) -> Result<String, SourceError> {
    let (body, bom) = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(rest) => (rest, true),
        None => (bytes, false),
    };
    let encoding = match cookie(body) {
        None => Encoding::Utf8,
        Some(name) => match known_encoding(&name) {
            Some(Encoding::Utf8) => Encoding::Utf8,
            known if bom => {
                let name = if known == Some(Encoding::Latin1) { "iso-8859-1" } else { &name };
                let message = format!("encoding problem: {name} with BOM");
                return Err(about_line(filename, body, body.iter().position(|&b| b == b'#').unwrap_or(0), message));
            }
            Some(other) => other,
            None => return Err(bare(filename, format!("unknown encoding: {name}")).into()),
        },
    };
    let text = match encoding {
        Encoding::Utf8 => match std::str::from_utf8(body) {
            Ok(text) => text.to_owned(),
            Err(e) => return Err(invalid(filename, "UTF-8", e.valid_up_to() + bytes.len() - body.len())),
        },
        Encoding::Ascii => match body.iter().position(|b| !b.is_ascii()) {
            None => body.iter().map(|&b| char::from(b)).collect(),
            Some(at) => return Err(invalid(filename, "ASCII", at + bytes.len() - body.len())),
        },
        Encoding::Latin1 => body.iter().map(|&b| char::from(b)).collect(),
    };
    if let Some(at) = text.find('\0') {
        return Err(about_line(filename, text.as_bytes(), at, "source code cannot contain null bytes".to_owned()));
    }
    Ok(normalise_newlines(text))
}

fn invalid(filename: &Arc<str>, encoding: &'static str, offset: usize) -> SourceError {
    SourceError::Invalid { filename: filename.clone(), encoding, offset }
}

/// An error about the line that holds byte `at`, without a column. The line is shown up to a null byte.
fn about_line(filename: &Arc<str>, text: &[u8], at: usize, message: String) -> SourceError {
    let number = 1 + text[..at].iter().filter(|&&b| b == b'\n').count() as u32;
    let start = text[..at].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
    let line = text[start..].split(|&b| matches!(b, b'\n' | b'\r' | 0)).next().unwrap_or_default();
    let text = Some(String::from_utf8_lossy(line).into_owned());
    SyntaxError { line: number, end_line: number, text, ..bare(filename, message) }.into()
}

/// An error about a whole file, which CPython places on line 0.
fn bare(filename: &Arc<str>, message: String) -> SyntaxError {
    SyntaxError {
        kind: SyntaxErrorKind::SyntaxError,
        message,
        filename: filename.clone(),
        line: 0,
        col: 0,
        end_line: 0,
        end_col: 0,
        text: None,
        hint: None,
    }
}

/// `\r\n` and `\r` become `\n`.
pub fn normalise_newlines(text: String) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// The encoding named by a comment in the first two lines: `coding[:=]\s*([-\w.]+)`.
fn cookie(bytes: &[u8]) -> Option<String> {
    for (number, line) in bytes.split(|&b| b == b'\n').take(2).enumerate() {
        let trimmed = line.iter().position(|b| !matches!(b, b' ' | b'\t' | b'\x0c')).map(|at| &line[at..]);
        let trimmed = trimmed.unwrap_or(b"");
        if trimmed.first() == Some(&b'#') {
            if let Some(name) = cookie_in_comment(trimmed) {
                return Some(name);
            }
        } else if number == 0 && !trimmed.is_empty() && trimmed != b"\r" {
            return None;
        }
    }
    None
}

fn cookie_in_comment(comment: &[u8]) -> Option<String> {
    let mut at = 0;
    while let Some(found) = comment[at..].windows(6).position(|w| w == b"coding") {
        let rest = &comment[at + found + 6..];
        if matches!(rest.first(), Some(b':' | b'=')) {
            let name: String = rest[1..]
                .iter()
                .skip_while(|b| matches!(b, b' ' | b'\t'))
                .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
                .map(|&b| char::from(b))
                .collect();
            if !name.is_empty() {
                return Some(name);
            }
        }
        at += found + 6;
    }
    None
}

fn known_encoding(name: &str) -> Option<Encoding> {
    let plain = name.to_ascii_lowercase().replace('_', "-");
    match plain.as_str() {
        "utf-8" | "utf8" | "u8" | "utf" | "cp65001" | "utf8-ucs2" | "utf8-ucs4" => Some(Encoding::Utf8),
        "ascii" | "us-ascii" | "646" | "ansi-x3.4-1968" | "iso646-us" => Some(Encoding::Ascii),
        "latin-1" | "latin1" | "iso-8859-1" | "iso8859-1" | "iso-latin-1" | "l1" | "latin" | "8859" | "cp819" => {
            Some(Encoding::Latin1)
        }
        _ if plain.starts_with("utf-8-") && plain != "utf-8-sig" => Some(Encoding::Utf8),
        "utf-8-sig" => Some(Encoding::Utf8),
        _ if plain.starts_with("latin-1-") || plain.starts_with("iso-8859-1-") => Some(Encoding::Latin1),
        _ => None,
    }
}

/// Where each line of a text begins, for turning byte offsets into lines and columns.
#[derive(Clone, Debug)]
pub struct LineTable {
    starts: Vec<u32>,
    ascii: bool,
}

impl LineTable {
    /// Indexes `text` (under 4 GiB), whose newlines are `\n`.
    pub fn new(text: &str) -> LineTable {
        let newlines = text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(at, _)| at as u32 + 1);
        LineTable { starts: std::iter::once(0).chain(newlines).collect(), ascii: text.is_ascii() }
    }

    /// Number of lines; a text that ends with a newline has an empty last one.
    pub fn lines(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The line (from 1) that holds byte `offset`.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|&start| start <= offset) as u32
    }

    /// The line (from 1) and the column in bytes (from 0) of byte `offset`.
    pub fn line_and_byte_col(&self, offset: u32) -> (u32, u32) {
        let line = self.line(offset);
        (line, offset - self.starts[line as usize - 1])
    }

    /// The line (from 1) and the column in code points (from 0) of byte `offset` in `text`.
    pub fn line_and_col(&self, text: &str, offset: u32) -> (u32, u32) {
        let (line, byte_col) = self.line_and_byte_col(offset);
        if self.ascii {
            return (line, byte_col);
        }
        let start = (offset - byte_col) as usize;
        (line, text[start..offset as usize].chars().count() as u32)
    }

    /// Byte offset of the start of `line` (from 1), or of the end of the text.
    pub fn start(&self, line: u32) -> Option<u32> {
        self.starts.get(line.checked_sub(1)? as usize).copied()
    }

    /// The text of `line` (from 1) with its newline if it has one.
    pub fn text<'a>(&self, text: &'a str, line: u32) -> Option<&'a str> {
        let start = self.start(line)? as usize;
        let end = self.start(line + 1).map_or(text.len(), |end| end as usize);
        text.get(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::{LineTable, SourceError, decode};

    fn text(bytes: &[u8]) -> String {
        decode(bytes, &"x.py".into()).expect("a text")
    }

    fn error(bytes: &[u8]) -> String {
        match decode(bytes, &"x.py".into()) {
            Err(SourceError::Syntax(error)) => error.render(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn encodings() {
        assert_eq!(text(b"\xef\xbb\xbfa\r\nb\rc\n"), "a\nb\nc\n");
        assert_eq!(text(b"#!/x\n# -*- coding: latin-1 -*-\n\xe9"), "#!/x\n# -*- coding: latin-1 -*-\né");
        assert_eq!(text(b"\"\"\"\n# coding: ascii\n\xc3\xa9"), "\"\"\"\n# coding: ascii\né");
        assert_eq!(text(b"x = 1\n# coding: none"), "x = 1\n# coding: none");
        let bad = decode(b"# coding: ascii\n\xff", &"x.py".into());
        assert!(matches!(bad, Err(SourceError::Invalid { encoding: "ASCII", offset: 16, .. })));
        let bad = decode(b"\xef\xbb\xbfx\xff", &"x.py".into());
        assert!(matches!(bad, Err(SourceError::Invalid { encoding: "UTF-8", offset: 4, .. })));
    }

    #[test]
    fn errors() {
        assert_eq!(error(b"# coding=foo\n"), "  File \"x.py\", line 0\nSyntaxError: unknown encoding: foo\n");
        assert_eq!(
            error(b"\xef\xbb\xbf# coding: latin-1\n"),
            "  File \"x.py\", line 1\n    # coding: latin-1\nSyntaxError: encoding problem: iso-8859-1 with BOM\n"
        );
        assert_eq!(
            error(b"x = 1\ny = \"\0\"\n"),
            "  File \"x.py\", line 2\n    y = \"\nSyntaxError: source code cannot contain null bytes\n"
        );
    }

    #[test]
    fn places() {
        let text = "é = 1\nab\n";
        let lines = LineTable::new(text);
        assert_eq!(lines.line_and_col(text, 3), (1, 2));
        assert_eq!(lines.line_and_byte_col(3), (1, 3));
        assert_eq!(lines.line_and_col(text, 8), (2, 1));
        assert_eq!(lines.text(text, 2), Some("ab\n"));
        assert_eq!(lines.text(text, 3), Some(""));
        assert_eq!((lines.start(4), lines.lines()), (None, 3));
    }
}
