//! Source lines of the files that tracebacks name.

use crate::front::decode;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Larger files are not read to show a line of them.
const MAX_FILE: u64 = 64 << 20;

/// The lines of the files looked at while one text is rendered.
#[derive(Default)]
pub(super) struct Lines {
    files: FxHashMap<String, Vec<String>>,
}

impl Lines {
    /// Line `number` (from 1) of a file, without its newline; empty if there is none.
    pub(super) fn get(&mut self, filename: &str, number: u32) -> &str {
        if !self.files.contains_key(filename) {
            self.files.insert(filename.to_owned(), read(filename).unwrap_or_default());
        }
        let lines = self.files.get(filename).map_or(&[][..], Vec::as_slice);
        number.checked_sub(1).and_then(|i| lines.get(i as usize)).map_or("", String::as_str)
    }
}

/// A text's lines.
pub(super) fn split(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(|line| line.strip_suffix('\n').unwrap_or(line).to_owned()).collect()
}

fn read(filename: &str) -> Option<Vec<String>> {
    if filename.is_empty() || (filename.starts_with('<') && filename.ends_with('>')) {
        return None;
    }
    let about = std::fs::metadata(filename).ok()?;
    // Reading a pipe or a device might never end.
    if !about.is_file() || about.len() > MAX_FILE {
        return None;
    }
    let text = decode(&std::fs::read(filename).ok()?, &Arc::from(filename)).ok()?;
    Some(split(&text))
}

/// Whether Python counts `c` as white space.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\x1c'..='\x1f').contains(&c)
}

/// Takes away the blanks and tabs that all lines begin with; lines of white space only become empty.
pub(super) fn dedent(lines: &mut [String]) {
    let blank = |line: &str| line.chars().all(is_space);
    let mut margin: Option<String> = None;
    for line in lines.iter().filter(|l| !blank(l)) {
        let lead: String = line.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        margin = Some(match margin {
            None => lead,
            Some(m) => m.chars().zip(lead.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect(),
        });
    }
    let margin = margin.map_or(0, |m| m.len());
    for line in lines {
        *line = if blank(line) { String::new() } else { line[margin..].to_owned() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_indentation_goes() {
        let mut lines = ["\t  a", "", "   ", "\t b"].map(str::to_owned);
        dedent(&mut lines);
        assert_eq!(lines, [" a", "", "", "b"]);
        let mut lines = ["\ta", " b"].map(str::to_owned);
        dedent(&mut lines);
        assert_eq!(lines, ["\ta", " b"]);
    }
}
