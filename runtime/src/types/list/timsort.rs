//! The stable merge sort of lists: Tim Peters' timsort with Munro and Wild's powersort merge order, which makes the same
//! comparisons in the same order as CPython's, since a program can watch them.
//!
//! Any comparison may fail, or answer without consistency: the slice is then still a permutation of what it was.

use crate::error::Raised;

/// A run at least this long is not extended by insertion.
const MAX_MINRUN: usize = 64;
/// How often a run must win in a row before the merge gallops.
const MIN_GALLOP: usize = 7;

struct Run {
    start: usize,
    len: usize,
    power: u32,
}

struct Sorter<'a, E, F> {
    items: &'a mut [E],
    less: F,
    min_gallop: usize,
    runs: Vec<Run>,
    spare: Vec<E>,
}

/// Sorts `items` by `less`. `Err(None)` says that there is no memory for the merge buffer.
///
/// # Errors
/// What a comparison raises.
pub(super) fn sort<E: Copy>(
    items: &mut [E],
    less: impl FnMut(E, E) -> Result<bool, Raised>,
) -> Result<(), Option<Raised>> {
    let n = items.len();
    if n < 2 {
        return Ok(());
    }
    let mut spare = Vec::new();
    if n >= MAX_MINRUN {
        spare.try_reserve_exact(n / 2 + 1).map_err(|_| None)?;
    }
    let mut sorter = Sorter { items, less, min_gallop: MIN_GALLOP, runs: Vec::with_capacity(64), spare };
    sorter.run().map_err(Some)
}

/// The shortest run for `n` items: `n` shifted right until below the most, plus one if a bit was lost.
fn min_run(mut n: usize) -> usize {
    let mut lost = 0;
    while n >= MAX_MINRUN {
        lost |= n & 1;
        n >>= 1;
    }
    n + lost
}

/// The depth in a perfectly balanced merge tree of `n` items at which two neighbouring runs meet.
fn power(start: usize, n1: usize, n2: usize, n: usize) -> u32 {
    let (mut a, mut result) = (2 * start + n1, 0);
    let mut b = a + n1 + n2;
    loop {
        result += 1;
        if a >= n {
            a -= n;
            b -= n;
        } else if b >= n {
            return result;
        }
        a <<= 1;
        b <<= 1;
    }
}

impl<E: Copy, F: FnMut(E, E) -> Result<bool, Raised>> Sorter<'_, E, F> {
    fn less(&mut self, i: usize, j: usize) -> Result<bool, Raised> {
        (self.less)(self.items[i], self.items[j])
    }

    fn run(&mut self) -> Result<(), Raised> {
        let total = self.items.len();
        let min_run = min_run(total);
        let mut lo = 0;
        while lo < total {
            let left = total - lo;
            let mut n = self.count_run(lo, left)?;
            if n < min_run {
                let force = left.min(min_run);
                self.binary_sort(lo, force, n)?;
                n = force;
            }
            self.merge_by_power(lo, n)?;
            self.runs.push(Run { start: lo, len: n, power: 0 });
            lo += n;
        }
        while self.runs.len() > 1 {
            let mut i = self.runs.len() - 2;
            if i > 0 && self.runs[i - 1].len < self.runs[i + 1].len {
                i -= 1;
            }
            self.merge_at(i)?;
        }
        Ok(())
    }

    /// Merges earlier runs that lie deeper in the merge tree than the boundary to the new run of `n2` items.
    fn merge_by_power(&mut self, start2: usize, n2: usize) -> Result<(), Raised> {
        let Some(last) = self.runs.last() else { return Ok(()) };
        let p = power(last.start, start2 - last.start, n2, self.items.len());
        while self.runs.len() > 1 && self.runs[self.runs.len() - 2].power > p {
            self.merge_at(self.runs.len() - 2)?;
        }
        if let Some(last) = self.runs.last_mut() {
            last.power = p;
        }
        Ok(())
    }

    /// Length of the run at `lo`, of at most `left` items, after making it ascend. Equal items inside a descending run keep
    /// their order.
    fn count_run(&mut self, lo: usize, left: usize) -> Result<usize, Raised> {
        let mut n = 1;
        while n < left && !self.less(lo + n, lo + n - 1)? {
            n += 1;
        }
        if n == left {
            return Ok(n);
        }
        let mut equal = 0;
        if n > 1 {
            // Not descending so far, but perhaps all equal: then the descent may begin here.
            if self.less(lo, lo + n - 1)? {
                return Ok(n);
            }
            equal = n - 1;
        }
        // Each stretch of equal items is reversed when it ends, so that reversing the whole run restores it.
        self.reverse_equal(lo, n, &mut equal);
        n += 1;
        while n < left {
            if self.less(lo + n, lo + n - 1)? {
                self.reverse_equal(lo, n, &mut equal);
            } else if self.less(lo + n - 1, lo + n)? {
                break;
            } else {
                equal += 1;
            }
            n += 1;
        }
        self.reverse_equal(lo, n, &mut equal);
        self.items[lo..lo + n].reverse();
        while n < left && !self.less(lo + n, lo + n - 1)? {
            n += 1;
        }
        Ok(n)
    }

    fn reverse_equal(&mut self, lo: usize, n: usize, equal: &mut usize) {
        if *equal > 0 {
            self.items[lo + n - *equal - 1..lo + n].reverse();
            *equal = 0;
        }
    }

    /// Sorts `n` items at `lo`, of which the first `sorted` already are, by binary insertion.
    fn binary_sort(&mut self, lo: usize, n: usize, sorted: usize) -> Result<(), Raised> {
        for ok in sorted.max(1)..n {
            let pivot = self.items[lo + ok];
            let (mut left, mut right) = (0, ok);
            while left < right {
                let middle = (left + right) >> 1;
                if (self.less)(pivot, self.items[lo + middle])? {
                    right = middle;
                } else {
                    left = middle + 1;
                }
            }
            self.items.copy_within(lo + left..lo + ok, lo + left + 1);
            self.items[lo + left] = pivot;
        }
        Ok(())
    }

    /// Merges runs `i` and `i + 1`.
    fn merge_at(&mut self, i: usize) -> Result<(), Raised> {
        let (mut a, mut na) = (self.runs[i].start, self.runs[i].len);
        let (b, nb) = (self.runs[i + 1].start, self.runs[i + 1].len);
        self.runs[i].len = na + nb;
        self.runs.remove(i + 1);
        // Items of the first run that are in place already.
        let k = gallop_right(&mut self.less, self.items[b], &self.items[a..a + na], 0)?;
        a += k;
        na -= k;
        if na == 0 {
            return Ok(());
        }
        // Items of the second run that are in place already.
        let nb = gallop_left(&mut self.less, self.items[a + na - 1], &self.items[b..b + nb], nb - 1)?;
        if nb == 0 {
            return Ok(());
        }
        if na <= nb { self.merge_low(a, na, nb) } else { self.merge_high(a, na, nb) }
    }

    /// Merges `na` items at `a` with the `nb` after them from the left; the first run is copied out.
    fn merge_low(&mut self, a: usize, na: usize, nb: usize) -> Result<(), Raised> {
        self.spare.clear();
        self.spare.extend_from_slice(&self.items[a..a + na]);
        let mut m = Merge { a: 0, na, b: a + na, nb, dest: a };
        let result = self.merge_low_loop(&mut m);
        // What is left of the first run fills the gap before the rest of the second one; when a single item is left of it,
        // that one goes to the end.
        if result == Ok(Left::LastOfA) {
            self.items.copy_within(m.b..m.b + m.nb, m.dest);
            self.items[m.dest + m.nb] = self.spare[m.a];
        } else {
            self.items[m.dest..m.dest + m.na].copy_from_slice(&self.spare[m.a..m.a + m.na]);
        }
        result.map(drop)
    }

    fn merge_low_loop(&mut self, m: &mut Merge) -> Result<Left, Raised> {
        macro_rules! take_b {
            () => {{
                self.items[m.dest] = self.items[m.b];
                m.dest += 1;
                m.b += 1;
                m.nb -= 1;
                if m.nb == 0 {
                    return Ok(Left::Nothing);
                }
            }};
        }
        macro_rules! take_a {
            () => {{
                self.items[m.dest] = self.spare[m.a];
                m.dest += 1;
                m.a += 1;
                m.na -= 1;
                if m.na == 1 {
                    return Ok(Left::LastOfA);
                }
            }};
        }
        take_b!();
        if m.na == 1 {
            return Ok(Left::LastOfA);
        }
        let mut min_gallop = self.min_gallop;
        loop {
            let (mut wins_a, mut wins_b) = (0, 0);
            loop {
                if (self.less)(self.items[m.b], self.spare[m.a])? {
                    take_b!();
                    wins_b += 1;
                    wins_a = 0;
                    if wins_b >= min_gallop {
                        break;
                    }
                } else {
                    take_a!();
                    wins_a += 1;
                    wins_b = 0;
                    if wins_a >= min_gallop {
                        break;
                    }
                }
            }
            min_gallop += 1;
            loop {
                min_gallop -= usize::from(min_gallop > 1);
                self.min_gallop = min_gallop;
                let k = gallop_right(&mut self.less, self.items[m.b], &self.spare[m.a..m.a + m.na], 0)?;
                let won_a = k;
                if k > 0 {
                    self.items[m.dest..m.dest + k].copy_from_slice(&self.spare[m.a..m.a + k]);
                    m.dest += k;
                    m.a += k;
                    m.na -= k;
                    if m.na == 1 {
                        return Ok(Left::LastOfA);
                    }
                    // Only an inconsistent comparison gets here.
                    if m.na == 0 {
                        return Ok(Left::Nothing);
                    }
                }
                take_b!();
                let k = gallop_left(&mut self.less, self.spare[m.a], &self.items[m.b..m.b + m.nb], 0)?;
                if k > 0 {
                    self.items.copy_within(m.b..m.b + k, m.dest);
                    m.dest += k;
                    m.b += k;
                    m.nb -= k;
                    if m.nb == 0 {
                        return Ok(Left::Nothing);
                    }
                }
                take_a!();
                if won_a < MIN_GALLOP && k < MIN_GALLOP {
                    break;
                }
            }
            min_gallop += 1;
            self.min_gallop = min_gallop;
        }
    }

    /// Merges `na` items at `a` with the `nb` after them from the right; the second run is copied out.
    fn merge_high(&mut self, a: usize, na: usize, nb: usize) -> Result<(), Raised> {
        self.spare.clear();
        self.spare.extend_from_slice(&self.items[a + na..a + na + nb]);
        // Ends, exclusive, instead of last places: nothing goes below zero.
        let mut m = Merge { a: a + na, na, b: nb, nb, dest: a + na + nb };
        let result = self.merge_high_loop(&mut m);
        if result == Ok(Left::LastOfB) {
            self.items.copy_within(m.a - m.na..m.a, m.dest - m.na);
            self.items[m.dest - m.na - 1] = self.spare[m.b - 1];
        } else {
            self.items[m.dest - m.nb..m.dest].copy_from_slice(&self.spare[m.b - m.nb..m.b]);
        }
        result.map(drop)
    }

    fn merge_high_loop(&mut self, m: &mut Merge) -> Result<Left, Raised> {
        macro_rules! take_a {
            () => {{
                self.items[m.dest - 1] = self.items[m.a - 1];
                m.dest -= 1;
                m.a -= 1;
                m.na -= 1;
                if m.na == 0 {
                    return Ok(Left::Nothing);
                }
            }};
        }
        macro_rules! take_b {
            () => {{
                self.items[m.dest - 1] = self.spare[m.b - 1];
                m.dest -= 1;
                m.b -= 1;
                m.nb -= 1;
                if m.nb == 1 {
                    return Ok(Left::LastOfB);
                }
            }};
        }
        take_a!();
        if m.nb == 1 {
            return Ok(Left::LastOfB);
        }
        let mut min_gallop = self.min_gallop;
        loop {
            let (mut wins_a, mut wins_b) = (0, 0);
            loop {
                if (self.less)(self.spare[m.b - 1], self.items[m.a - 1])? {
                    take_a!();
                    wins_a += 1;
                    wins_b = 0;
                    if wins_a >= min_gallop {
                        break;
                    }
                } else {
                    take_b!();
                    wins_b += 1;
                    wins_a = 0;
                    if wins_b >= min_gallop {
                        break;
                    }
                }
            }
            min_gallop += 1;
            loop {
                min_gallop -= usize::from(min_gallop > 1);
                self.min_gallop = min_gallop;
                let key = self.spare[m.b - 1];
                let won_a = m.na - gallop_right(&mut self.less, key, &self.items[m.a - m.na..m.a], m.na - 1)?;
                if won_a > 0 {
                    self.items.copy_within(m.a - won_a..m.a, m.dest - won_a);
                    m.dest -= won_a;
                    m.a -= won_a;
                    m.na -= won_a;
                    if m.na == 0 {
                        return Ok(Left::Nothing);
                    }
                }
                take_b!();
                let key = self.items[m.a - 1];
                let won_b = m.nb - gallop_left(&mut self.less, key, &self.spare[m.b - m.nb..m.b], m.nb - 1)?;
                if won_b > 0 {
                    self.items[m.dest - won_b..m.dest].copy_from_slice(&self.spare[m.b - won_b..m.b]);
                    m.dest -= won_b;
                    m.b -= won_b;
                    m.nb -= won_b;
                    if m.nb == 1 {
                        return Ok(Left::LastOfB);
                    }
                    // Only an inconsistent comparison gets here.
                    if m.nb == 0 {
                        return Ok(Left::Nothing);
                    }
                }
                take_a!();
                if won_a < MIN_GALLOP && won_b < MIN_GALLOP {
                    break;
                }
            }
            min_gallop += 1;
            self.min_gallop = min_gallop;
        }
    }
}

/// Where a merge stands. From the left these are places, from the right ends; the run that was copied out is in the spare buffer.
struct Merge {
    a: usize,
    na: usize,
    b: usize,
    nb: usize,
    dest: usize,
}

/// How a merge ended.
#[derive(PartialEq, Eq)]
enum Left {
    /// One run is used up.
    Nothing,
    /// Only the last item of the first run is left, which is greater than all of the second.
    LastOfA,
    /// Only the first item of the second run is left, which is less than all of the first.
    LastOfB,
}

/// Place of `key` in the sorted `run`, before items equal to it; the search begins at `hint`.
fn gallop_left<E: Copy>(
    less: &mut impl FnMut(E, E) -> Result<bool, Raised>,
    key: E,
    run: &[E],
    hint: usize,
) -> Result<usize, Raised> {
    let n = run.len();
    let (mut last, mut ofs) = (0, 1);
    let (mut lo, mut hi);
    if less(run[hint], key)? {
        let max = n - hint;
        while ofs < max && less(run[hint + ofs], key)? {
            last = ofs;
            ofs = ofs.saturating_mul(2).saturating_add(1);
        }
        (lo, hi) = (hint + last + 1, hint + ofs.min(max));
    } else {
        let max = hint + 1;
        while ofs < max && !less(run[hint - ofs], key)? {
            last = ofs;
            ofs = ofs.saturating_mul(2).saturating_add(1);
        }
        (lo, hi) = (max - ofs.min(max), hint - last);
    }
    while lo < hi {
        let middle = lo + ((hi - lo) >> 1);
        if less(run[middle], key)? {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    Ok(hi)
}

/// Place of `key` in the sorted `run`, after items equal to it; the search begins at `hint`.
fn gallop_right<E: Copy>(
    less: &mut impl FnMut(E, E) -> Result<bool, Raised>,
    key: E,
    run: &[E],
    hint: usize,
) -> Result<usize, Raised> {
    let n = run.len();
    let (mut last, mut ofs) = (0, 1);
    let (mut lo, mut hi);
    if less(key, run[hint])? {
        let max = hint + 1;
        while ofs < max && less(key, run[hint - ofs])? {
            last = ofs;
            ofs = ofs.saturating_mul(2).saturating_add(1);
        }
        (lo, hi) = (max - ofs.min(max), hint - last);
    } else {
        let max = n - hint;
        while ofs < max && !less(key, run[hint + ofs])? {
            last = ofs;
            ofs = ofs.saturating_mul(2).saturating_add(1);
        }
        (lo, hi) = (hint + last + 1, hint + ofs.min(max));
    }
    while lo < hi {
        let middle = lo + ((hi - lo) >> 1);
        if less(key, run[middle])? {
            hi = middle;
        } else {
            lo = middle + 1;
        }
    }
    Ok(hi)
}

#[cfg(test)]
mod tests;
