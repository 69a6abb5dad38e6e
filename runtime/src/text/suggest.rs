//! "Did you mean": the nearest of some names.
//!
//! The distance is Levenshtein's with weights: a changed, added or removed byte costs [`MOVE_COST`], a
//! change of case alone [`CASE_COST`].

const MOVE_COST: usize = 2;
const CASE_COST: usize = 1;
/// Names with a longer differing part are never near.
const MAX_NAME: usize = 40;
/// From so many candidates on, nothing is suggested.
const MAX_CANDIDATES: usize = 750;

/// The candidate nearest to `wrong`, the first of equally near ones; none when there are too many
/// candidates or more than about a third of the letters would have to change.
pub fn suggest<'a>(wrong: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let candidates: Vec<&str> = candidates.take(MAX_CANDIDATES).collect();
    if candidates.len() >= MAX_CANDIDATES {
        return None;
    }
    let mut best: Option<(&str, usize)> = None;
    for name in candidates.into_iter().filter(|&name| name != wrong) {
        let most = (name.len() + wrong.len() + 3) * MOVE_COST / 6;
        // Only what is nearer than the best so far counts.
        let most = match best {
            Some((_, 0)) => return best.map(|(name, _)| name),
            Some((_, distance)) => most.min(distance - 1),
            None => most,
        };
        let distance = distance(wrong.as_bytes(), name.as_bytes(), most);
        if distance <= most {
            best = Some((name, distance));
        }
    }
    best.map(|(name, _)| name)
}

fn substitution_cost(a: u8, b: u8) -> usize {
    if a == b {
        0
    } else if a.eq_ignore_ascii_case(&b) {
        CASE_COST
    } else {
        MOVE_COST
    }
}

/// The weighted distance of two names; anything above `most` once it is sure to be.
fn distance(a: &[u8], b: &[u8], most: usize) -> usize {
    let prefix = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[prefix..], &b[prefix..]);
    let suffix = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[..a.len() - suffix], &b[..b.len() - suffix]);
    if a.is_empty() || b.is_empty() {
        return (a.len() + b.len()) * MOVE_COST;
    }
    if a.len() > MAX_NAME || b.len() > MAX_NAME {
        return most + 1;
    }
    let (short, long) = if b.len() < a.len() { (b, a) } else { (a, b) };
    if (long.len() - short.len()) * MOVE_COST > most {
        return most + 1;
    }
    rows(short, long, most)
}

/// The distance row by row, one row in memory.
fn rows(short: &[u8], long: &[u8], most: usize) -> usize {
    let mut row = [0; MAX_NAME];
    for (index, cell) in row.iter_mut().enumerate().take(short.len()) {
        *cell = (index + 1) * MOVE_COST;
    }
    let mut result = 0;
    for (index, &letter) in long.iter().enumerate() {
        let mut diagonal = index * MOVE_COST;
        result = diagonal + MOVE_COST;
        let mut least = usize::MAX;
        for (cell, &other) in row.iter_mut().zip(short) {
            let changed = diagonal + substitution_cost(letter, other);
            diagonal = *cell;
            result = changed.min(result.min(diagonal) + MOVE_COST);
            *cell = result;
            least = least.min(result);
        }
        if least > most {
            return most + 1;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions_match_python() {
        for (wrong, names, expected) in [
            ("blech", &["bluch", "blach"][..], Some("bluch")),
            ("Foo", &["foo", "fo"], Some("foo")),
            ("lenght", &["length", "len"], Some("length")),
            ("a", &["b"], None),
            ("x", &["abc"], None),
            ("abc", &["abc"], None),
            ("somethingverywrong", &["other"], None),
            ("elems", &["elements", "elem"], Some("elem")),
        ] {
            assert_eq!(suggest(wrong, names.iter().copied()), expected, "{wrong}");
        }
        assert_eq!(suggest("abcd", std::iter::repeat_n("abc", 749)), Some("abc"));
        assert_eq!(suggest("abcd", std::iter::repeat_n("abc", 750)), None);
    }
}
