//! A difference of lines, with the expected side's line numbers.

/// Lines shown before and after a difference.
const CONTEXT: usize = 2;

/// The largest table for the longest common subsequence; larger differences are shown as one.
const MOST_CELLS: usize = 4_000_000;

enum Edit {
    Keep,
    Remove,
    Add,
}

/// The differences of two lists of lines: `-` lines are only in `old`, `+` lines only in `new`. `first_line` is the number of `old`'s
/// first line. Empty if there are none.
pub(super) fn diff(old: &[&str], new: &[&str], first_line: usize) -> String {
    let edits = edits(old, new);
    let changed: Vec<usize> = (0..edits.len()).filter(|&at| !matches!(edits[at], Edit::Keep)).collect();
    let near = |at: usize| {
        let after = changed.partition_point(|&c| c < at);
        let next = changed.get(after).is_some_and(|&c| c - at <= CONTEXT);
        next || (after > 0 && at - changed[after - 1] <= CONTEXT)
    };
    let mut text = String::new();
    let (mut o, mut n, mut skipped) = (0, 0, false);
    for (at, edit) in edits.iter().enumerate() {
        let (mark, line, number) = match edit {
            Edit::Keep => (' ', old[o], Some(first_line + o)),
            Edit::Remove => ('-', old[o], Some(first_line + o)),
            Edit::Add => ('+', new[n], None),
        };
        if near(at) {
            if skipped && !text.is_empty() {
                text += "      ...\n";
            }
            skipped = false;
            let number = number.map_or_else(String::new, |number| number.to_string());
            text += format!("{number:>5} {mark} {line}").trim_end();
            text.push('\n');
        } else {
            skipped = true;
        }
        o += usize::from(!matches!(edit, Edit::Add));
        n += usize::from(!matches!(edit, Edit::Remove));
    }
    text
}

/// How `old` becomes `new`: common start and end, and the longest common subsequence between them.
fn edits(old: &[&str], new: &[&str]) -> Vec<Edit> {
    let shorter = old.len().min(new.len());
    let start = (0..shorter).take_while(|&i| old[i] == new[i]).count();
    let rest = shorter - start;
    let end = (0..rest).take_while(|&i| old[old.len() - 1 - i] == new[new.len() - 1 - i]).count();
    let mut edits: Vec<Edit> = (0..start).map(|_| Edit::Keep).collect();
    middle(&old[start..old.len() - end], &new[start..new.len() - end], &mut edits);
    edits.extend((0..end).map(|_| Edit::Keep));
    edits
}

fn middle(old: &[&str], new: &[&str], edits: &mut Vec<Edit>) {
    let width = new.len() + 1;
    if (old.len() + 1) * width > MOST_CELLS {
        edits.extend(old.iter().map(|_| Edit::Remove));
        edits.extend(new.iter().map(|_| Edit::Add));
        return;
    }
    // Length of the longest common subsequence of what follows each pair of positions.
    let mut longest = vec![0u32; (old.len() + 1) * width];
    for o in (0..old.len()).rev() {
        for n in (0..new.len()).rev() {
            longest[o * width + n] = if old[o] == new[n] {
                longest[(o + 1) * width + n + 1] + 1
            } else {
                longest[(o + 1) * width + n].max(longest[o * width + n + 1])
            };
        }
    }
    let (mut o, mut n) = (0, 0);
    while o < old.len() || n < new.len() {
        if o < old.len() && n < new.len() && old[o] == new[n] {
            edits.push(Edit::Keep);
            (o, n) = (o + 1, n + 1);
        } else if n == new.len() || (o < old.len() && longest[(o + 1) * width + n] >= longest[o * width + n + 1]) {
            edits.push(Edit::Remove);
            o += 1;
        } else {
            edits.push(Edit::Add);
            n += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::diff;

    #[test]
    fn equal_lists_have_no_difference() {
        assert_eq!(diff(&["a", "b"], &["a", "b"], 1), "");
        assert_eq!(diff(&[], &[], 1), "");
    }

    #[test]
    fn changes_are_shown_with_numbers_and_context() {
        let old = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];
        let new = ["a", "b", "C", "d", "e", "f", "g", "h", "j", "k"];
        let text = diff(&old, &new, 10);
        let expected = "   10   a\n   11   b\n   12 - c\n      + C\n   13   d\n   14   e\n      ...\n   16   g\n   17   h\n   18 - i\n   19   j\n   20   k\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn one_side_may_be_empty() {
        assert_eq!(diff(&[], &["x"], 3), "      + x\n");
        assert_eq!(diff(&["x", "y"], &[], 3), "    3 - x\n    4 - y\n");
    }
}
