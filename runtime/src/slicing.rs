//! Slice objects applied to sequences.
//!
//! Two phases, because reading a slice's numbers can run user code that changes the sequence: [`Rt::unpack_slice`] first,
//! then [`SliceBounds::over`] with the length as it is afterwards.

use crate::error::Raised;
use crate::object::{SliceObj, shape_id};
use crate::rt::Rt;
use crate::value::{SMALL_MAX, SMALL_MIN, Value};

/// A slice's numbers, not yet applied to a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceBounds {
    start: Option<i64>,
    stop: Option<i64>,
    step: i64,
}

/// The items of a sequence that a slice selects: `start`, `start + step`, … , `len` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceRange {
    /// First index; within the sequence if `len` is not 0, and at most its length otherwise.
    pub start: usize,
    /// Distance of two selected items, not 0.
    pub step: i64,
    /// Number of selected items.
    pub len: usize,
}

impl SliceBounds {
    /// `start:stop` without a step.
    pub fn contiguous(start: Option<i64>, stop: Option<i64>) -> SliceBounds {
        SliceBounds { start, stop, step: 1 }
    }

    /// Applies the bounds to a sequence of `len` items.
    pub fn over(self, len: usize) -> SliceRange {
        let n = len as i64;
        let down = self.step < 0;
        let (lowest, highest) = if down { (-1, n - 1) } else { (0, n) };
        let clamp = |i: i64| {
            let i = if i < 0 { i + n } else { i };
            i.clamp(lowest, highest)
        };
        let start = self.start.map_or(if down { highest } else { lowest }, clamp);
        let stop = self.stop.map_or(if down { lowest } else { highest }, clamp);
        let distance = if down { start - stop } else { stop - start };
        let len = if distance <= 0 { 0 } else { (distance as u64).div_ceil(self.step.unsigned_abs()) };
        SliceRange { start: start.max(0) as usize, step: self.step, len: len as usize }
    }
}

impl SliceRange {
    /// The selected indices, in the slice's order.
    pub fn indices(self) -> impl ExactSizeIterator<Item = usize> + Clone {
        (0..self.len).map(move |k| (self.start as i64 + k as i64 * self.step) as usize)
    }

    /// The selected range, if the step is 1.
    pub fn contiguous(self) -> Option<std::ops::Range<usize>> {
        (self.step == 1).then(|| self.start..self.start + self.len)
    }
}

impl Rt {
    /// Whether `v` is a slice.
    #[inline]
    pub fn is_slice(&self, v: Value) -> bool {
        v.has_shape(shape_id::SLICE)
    }

    /// The numbers of a slice object, step first, then start and stop, as CPython asks for them.
    ///
    /// # Errors
    /// TypeError if one is neither an integer nor None; ValueError for a step of zero; what `__index__` raises.
    ///
    /// # Panics
    /// Debug builds panic if `slice` is no slice.
    pub fn unpack_slice(&self, slice: Value) -> Result<SliceBounds, Raised> {
        debug_assert!(self.is_slice(slice));
        // SAFETY: callers have checked the kind; the caller keeps the slice alive, and its fields never change.
        let s = unsafe { slice.layout::<SliceObj>() };
        let step = match self.slice_index(s.step.get())? {
            None => 1,
            Some(0) => return Err(self.value_error("slice step cannot be zero")),
            // So that it can be negated, as in CPython.
            Some(step) => step.max(-i64::MAX),
        };
        let start = self.slice_index(s.start.get())?;
        let stop = self.slice_index(s.stop.get())?;
        Ok(SliceBounds { start, stop, step })
    }

    /// One number of a slice, or an optional `start` or `end` argument: `None` for None, big ones clamped.
    ///
    /// # Errors
    /// TypeError if it is neither an integer nor None; what `__index__` raises.
    pub fn slice_index(&self, v: Value) -> Result<Option<i64>, Raised> {
        if v.is_none() {
            return Ok(None);
        }
        if let Some(i) = v.as_small_int() {
            return Ok(Some(i));
        }
        let Some(i) = self.index_opt(v)? else {
            return Err(self.type_error("slice indices must be integers or None or have an __index__ method"));
        };
        Ok(Some(match i.as_small_int() {
            Some(i) => i,
            None if self.int_is_negative(*i) => SMALL_MIN,
            None => SMALL_MAX,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_select_what_walking_selects() {
        let numbers = [None, Some(-9), Some(-5), Some(-2), Some(-1), Some(0), Some(1), Some(3), Some(5), Some(9)];
        for len in 0..6usize {
            for (start, stop) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (*a, *b))) {
                for step in [-7, -2, -1, 1, 2, 7] {
                    let range = SliceBounds { start, stop, step }.over(len);
                    assert_eq!(range.indices().collect::<Vec<_>>(), walk(start, stop, step, len as i64));
                    assert!(range.start <= len);
                }
            }
        }
    }

    /// The definition, read off the language: bounds outside the sequence mean its ends.
    fn walk(start: Option<i64>, stop: Option<i64>, step: i64, len: i64) -> Vec<usize> {
        let inside = |i: i64| if i < 0 { i + len } else { i };
        let mut all: Vec<i64> = (0..len).collect();
        if step < 0 {
            all.reverse();
        }
        let first = start.map(inside).unwrap_or(if step < 0 { len } else { -1 });
        let last = stop.map(inside).unwrap_or(if step < 0 { -1 } else { len });
        let last = if stop.is_none() && step < 0 { i64::MIN } else { last };
        let selected =
            all.into_iter().filter(|i| if step < 0 { *i <= first && *i > last } else { *i >= first && *i < last });
        selected.step_by(step.unsigned_abs() as usize).map(|i| i as usize).collect()
    }
}
