//! Many short lists in one allocation.

/// A list of `T` for each index below a bound (compressed rows).
#[derive(Clone, Debug)]
pub(crate) struct Lists<T> {
    /// Where each list starts; one more entry than there are lists.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// The lists of `count` indices. Items of one index keep the order of `pairs`.
    ///
    /// # Panics
    /// If a pair's index is not below `count`.
    pub(crate) fn from_pairs(count: usize, pairs: &[(u32, T)]) -> Self {
        let mut starts = vec![0_u32; count + 1];
        for &(index, _) in pairs {
            starts[index as usize + 1] += 1;
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let Some(&(_, first)) = pairs.first() else { return Lists { starts, items: Vec::new() } };
        let mut items = vec![first; pairs.len()];
        let mut next = starts.clone();
        for &(index, item) in pairs {
            let place = &mut next[index as usize];
            items[*place as usize] = item;
            *place += 1;
        }
        Lists { starts, items }
    }

    /// The list of an index; empty for one that has none.
    pub(crate) fn get(&self, index: usize) -> &[T] {
        match (self.starts.get(index), self.starts.get(index + 1)) {
            (Some(&start), Some(&end)) => &self.items[start as usize..end as usize],
            _ => &[],
        }
    }
}
