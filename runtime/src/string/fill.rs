//! Writing the characters of a new string, or the bytes of a new bytes object, exactly once.

use super::Text;

/// A unit of string storage.
pub(crate) trait StrUnit: Copy {
    /// Whether it stores code points.
    const WIDE: bool;
    /// What fills places that were not written.
    const ZERO: Self;
    /// Writes a text.
    fn put_text(out: &mut Filler<Self>, t: Text<'_>);
}

/// Memory of a new object that is being written from its beginning on.
pub(crate) struct Filler<U> {
    at: *mut U,
    left: usize,
}

impl<U: StrUnit> Filler<U> {
    /// Has `fill` write `len` units at `p`; what it leaves is set to zero.
    ///
    /// # Safety
    /// `p` is aligned and has room for `len` units, which nobody else reads or writes meanwhile.
    pub(crate) unsafe fn run(p: *mut U, len: usize, fill: impl FnOnce(&mut Filler<U>)) {
        let mut out = Filler { at: p, left: len };
        fill(&mut out);
        debug_assert_eq!(out.left, 0, "the length is what is written");
        out.repeat(U::ZERO, out.left);
    }

    /// Writes units.
    ///
    /// # Panics
    /// Panics if there is not enough room, as all functions here do.
    #[inline]
    pub(crate) fn put(&mut self, units: &[U]) {
        assert!(units.len() <= self.left);
        // SAFETY: there is room for so many units.
        unsafe {
            self.at.copy_from_nonoverlapping(units.as_ptr(), units.len());
            self.at = self.at.add(units.len());
        }
        self.left -= units.len();
    }

    /// Writes one unit.
    #[inline]
    pub(crate) fn one(&mut self, unit: U) {
        assert!(self.left > 0);
        // SAFETY: there is room for one unit.
        unsafe {
            self.at.write(unit);
            self.at = self.at.add(1);
        }
        self.left -= 1;
    }

    /// Writes a unit `n` times.
    pub(crate) fn repeat(&mut self, unit: U, n: usize) {
        assert!(n <= self.left);
        for i in 0..n {
            // SAFETY: there is room for `n` units.
            unsafe { self.at.add(i).write(unit) };
        }
        // SAFETY: as above.
        self.at = unsafe { self.at.add(n) };
        self.left -= n;
    }

    /// Writes what `f` makes of units.
    #[inline]
    pub(crate) fn map<V: Copy>(&mut self, units: &[V], f: impl Fn(V) -> U) {
        assert!(units.len() <= self.left);
        for (i, u) in units.iter().enumerate() {
            // SAFETY: there is room for so many units.
            unsafe { self.at.add(i).write(f(*u)) };
        }
        // SAFETY: as above.
        self.at = unsafe { self.at.add(units.len()) };
        self.left -= units.len();
    }

    /// Writes a text, whose characters must fit the unit.
    #[inline]
    pub(crate) fn put_text(&mut self, t: Text<'_>) {
        U::put_text(self, t);
    }
}

impl StrUnit for u8 {
    const WIDE: bool = false;
    const ZERO: u8 = 0;
    #[inline]
    fn put_text(out: &mut Filler<u8>, t: Text<'_>) {
        match t {
            Text::Ascii(s) => out.put(s.as_bytes()),
            Text::Wide(w) => out.map(w, |c| {
                debug_assert!(c < 128);
                c as u8
            }),
        }
    }
}

impl StrUnit for u32 {
    const WIDE: bool = true;
    const ZERO: u32 = 0;
    #[inline]
    fn put_text(out: &mut Filler<u32>, t: Text<'_>) {
        match t {
            Text::Ascii(s) => out.map(s.as_bytes(), u32::from),
            Text::Wide(w) => out.put(w),
        }
    }
}
