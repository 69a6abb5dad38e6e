//! Unpacking an iterable into targets.

use crate::error::{Raised, Res};
use crate::names::Dunder;
use crate::object::shape_id;
use crate::rt::Rt;
use crate::value::{Owned, Value};
use smallvec::SmallVec;

/// What was unpacked.
pub type Items = SmallVec<[Owned; 4]>;

impl Rt {
    /// Whether `iter(v)` is worth trying: what has neither method gets another message.
    pub fn has_iter(&self, v: Value) -> bool {
        self.special(v, Dunder::Iter).is_some() || self.special(v, Dunder::GetItem).is_some()
    }

    /// The items of iterable `v`, exactly `n`.
    ///
    /// # Errors
    /// ValueError if there are more or fewer; TypeError if `v` is no iterable; what iterating raises.
    pub fn unpack(&self, v: Value, n: usize) -> Result<Items, Raised> {
        if v.has_shape(shape_id::TUPLE) || v.has_shape(shape_id::LIST) {
            return self.unpack_exact(v, n);
        }
        let it = self.iter_to_unpack(v)?;
        let mut items = Items::new();
        match self.take_exactly(v, *it, n, &mut items) {
            Ok(()) => Ok(items),
            Err(raised) => {
                release_backwards(items);
                Err(raised)
            }
        }
    }

    fn unpack_exact(&self, v: Value, n: usize) -> Result<Items, Raised> {
        let len = self.len(v)?;
        if len != n {
            return Err(self.count_error(n, len));
        }
        Ok(match self.as_tuple(v) {
            Some(items) => items.iter().map(|v| v.own()).collect(),
            None => self.list_snapshot(v).into_iter().collect(),
        })
    }

    fn count_error(&self, n: usize, got: usize) -> Raised {
        self.value_error(if got > n {
            format!("too many values to unpack (expected {n}, got {got})")
        } else {
            format!("not enough values to unpack (expected {n}, got {got})")
        })
    }

    fn iter_to_unpack(&self, v: Value) -> Res {
        if !self.has_iter(v) {
            return Err(self.type_error(format!("cannot unpack non-iterable {} object", self.type_name(v))));
        }
        self.iter(v)
    }

    /// Puts the `n` items of iterator `it` over `v` into `items`.
    fn take_exactly(&self, v: Value, it: Value, n: usize, items: &mut Items) -> Result<(), Raised> {
        while items.len() < n {
            match self.next(it)? {
                Some(item) => items.push(item),
                None => return Err(self.count_error(n, items.len())),
            }
        }
        if self.next(it)?.is_some() {
            let known = self.is_dict(v) || self.is_list(v) || self.is_tuple(v);
            if known {
                return Err(self.count_error(n, self.len(v)?));
            }
            return Err(self.value_error(format!("too many values to unpack (expected {n})")));
        }
        Ok(())
    }

    /// The items of iterable `v` for targets of which one is starred: the first `before`, a list of the rest, the last `after`.
    ///
    /// # Errors
    /// ValueError if there are too few; TypeError if `v` is no iterable; what iterating raises.
    pub fn unpack_starred(&self, v: Value, before: usize, after: usize) -> Result<Vec<Owned>, Raised> {
        let it = self.iter_to_unpack(v)?;
        let mut items = Vec::new();
        if let Err(raised) = self.take_at_least(*it, before + after, &mut items) {
            release_backwards(items);
            return Err(raised);
        }
        let tail = items.split_off(items.len() - after);
        let middle = items.split_off(before);
        items.push(self.list_from_owned(middle)?);
        items.extend(tail);
        Ok(items)
    }

    /// Puts the items of iterator `it` into `items`, at least `least` of them.
    fn take_at_least(&self, it: Value, least: usize, items: &mut Vec<Owned>) -> Result<(), Raised> {
        while let Some(item) = self.next(it)? {
            items.push(item);
            if items.len().is_multiple_of(4096) {
                self.poll()?;
            }
        }
        if items.len() < least {
            let got = items.len();
            return Err(self.value_error(format!("not enough values to unpack (expected at least {least}, got {got})")));
        }
        Ok(())
    }
}

/// What a failed unpacking has taken is released from the last.
fn release_backwards(items: impl IntoIterator<Item = Owned, IntoIter: DoubleEndedIterator>) {
    items.into_iter().rev().for_each(drop);
}
