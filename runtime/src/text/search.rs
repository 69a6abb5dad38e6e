//! Searching in sequences of bytes or code points, in linear time.

use memchr::{memchr, memchr_iter, memmem, memrchr};

/// What a text or byte string is made of: a byte (ASCII text or binary data) or a code point.
pub trait Unit: Copy + Eq + Ord + Into<u32> + 'static {
    /// An ASCII character.
    fn from_ascii(c: u8) -> Self;

    /// Where `needle` first occurs.
    fn find(hay: &[Self], needle: &[Self]) -> Option<usize>;

    /// Where `needle` last occurs.
    fn rfind(hay: &[Self], needle: &[Self]) -> Option<usize>;

    /// Where one unit first occurs.
    fn find_one(hay: &[Self], unit: Self) -> Option<usize>;

    /// Calls `f` with the place of every occurrence of `needle` (not empty) that does not overlap the one before, until it
    /// answers false.
    fn each(hay: &[Self], needle: &[Self], f: impl FnMut(usize) -> bool);

    /// How often `needle` (not empty) occurs without overlap, `most` times at most.
    fn count(hay: &[Self], needle: &[Self], most: usize) -> usize {
        let mut n = 0;
        if most > 0 {
            Self::each(hay, needle, |_| {
                n += 1;
                n < most
            });
        }
        n
    }
}

impl Unit for u8 {
    #[inline]
    fn from_ascii(c: u8) -> u8 {
        c
    }

    #[inline]
    fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
        match needle {
            [] => Some(0),
            [one] => memchr(*one, hay),
            _ if needle.len() > hay.len() => None,
            _ => memmem::find(hay, needle),
        }
    }

    fn rfind(hay: &[u8], needle: &[u8]) -> Option<usize> {
        match needle {
            [] => Some(hay.len()),
            [one] => memrchr(*one, hay),
            _ if needle.len() > hay.len() => None,
            _ => memmem::rfind(hay, needle),
        }
    }

    #[inline]
    fn find_one(hay: &[u8], unit: u8) -> Option<usize> {
        memchr(unit, hay)
    }

    fn each(hay: &[u8], needle: &[u8], mut f: impl FnMut(usize) -> bool) {
        debug_assert!(!needle.is_empty());
        match needle {
            [one] => _ = memchr_iter(*one, hay).all(f),
            _ if needle.len() <= hay.len() => _ = memmem::find_iter(hay, needle).all(&mut f),
            _ => {}
        }
    }

    fn count(hay: &[u8], needle: &[u8], most: usize) -> usize {
        if let ([one], usize::MAX) = (needle, most) {
            return memchr_iter(*one, hay).count();
        }
        let mut n = 0;
        if most > 0 {
            Self::each(hay, needle, |_| {
                n += 1;
                n < most
            });
        }
        n
    }
}

/// The bytes of code points.
fn bytes(points: &[u32]) -> &[u8] {
    // SAFETY: any `u32` is four initialised bytes, and bytes need no alignment.
    unsafe { std::slice::from_raw_parts(points.as_ptr().cast(), size_of_val(points)) }
}

/// The first occurrence in code points at or after `from`, looked for in their bytes: hits between two code points are passed over.
fn find_points(finder: &memmem::Finder<'_>, hay: &[u32], from: usize) -> Option<usize> {
    let hay = bytes(hay);
    let mut at = from * 4;
    loop {
        let hit = at + finder.find(&hay[at..])?;
        if hit.is_multiple_of(4) {
            return Some(hit / 4);
        }
        at = hit.next_multiple_of(4);
    }
}

impl Unit for u32 {
    #[inline]
    fn from_ascii(c: u8) -> u32 {
        c.into()
    }

    fn find(hay: &[u32], needle: &[u32]) -> Option<usize> {
        match needle {
            [] => Some(0),
            [one] => Self::find_one(hay, *one),
            _ if needle.len() > hay.len() => None,
            _ => find_points(&memmem::Finder::new(bytes(needle)), hay, 0),
        }
    }

    fn rfind(hay: &[u32], needle: &[u32]) -> Option<usize> {
        match needle {
            [] => return Some(hay.len()),
            [one] => return hay.iter().rposition(|c| c == one),
            _ if needle.len() > hay.len() => return None,
            _ => {}
        }
        let finder = memmem::FinderRev::new(bytes(needle));
        let hay = bytes(hay);
        let mut end = hay.len();
        loop {
            let hit = finder.rfind(&hay[..end])?;
            if hit.is_multiple_of(4) {
                return Some(hit / 4);
            }
            // The next candidate begins at the code point that the hit lies in.
            end = hit / 4 * 4 + needle.len() * 4;
        }
    }

    #[inline]
    fn find_one(hay: &[u32], unit: u32) -> Option<usize> {
        hay.iter().position(|c| *c == unit)
    }

    fn each(hay: &[u32], needle: &[u32], mut f: impl FnMut(usize) -> bool) {
        debug_assert!(!needle.is_empty());
        if let [one] = needle {
            for (i, c) in hay.iter().enumerate() {
                if c == one && !f(i) {
                    return;
                }
            }
            return;
        }
        let finder = memmem::Finder::new(bytes(needle));
        let mut at = 0;
        while let Some(hit) = find_points(&finder, hay, at) {
            if !f(hit) {
                return;
            }
            at = hit + needle.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_are_found_at_their_boundaries_only() {
        // As bytes, the needle also occurs between the code points of the haystack.
        let hay = [0x0100, 0x0001_0000, 0x01, 0x0100, 0x0100];
        for needle in [&[0x0100u32, 0x0100][..], &[0x01, 0x0100], &[0x0100, 0x01]] {
            let all: Vec<usize> = (0..hay.len()).filter(|&i| hay[i..].starts_with(needle)).collect();
            assert_eq!(u32::find(&hay, needle), all.first().copied());
            assert_eq!(u32::rfind(&hay, needle), all.last().copied());
            assert_eq!(u32::count(&hay, needle, usize::MAX), all.len());
        }
        assert_eq!(u32::find(&[0, 0, 0, 0, 256], &[0, 256]), Some(3));
        assert_eq!(u32::rfind(&[0, 1, 0, 0, 0, 0], &[0, 1]), Some(0));
    }

    #[test]
    fn counting_stops_at_the_limit_and_does_not_overlap() {
        assert_eq!(u8::count(b"aaaaa", b"aa", usize::MAX), 2);
        assert_eq!(u8::count(b"aaaaa", b"a", 3), 3);
        assert_eq!(u8::count(b"aaaaa", b"a", 0), 0);
        assert_eq!(u32::count(&[7, 7, 7], &[7, 7], usize::MAX), 1);
    }
}
