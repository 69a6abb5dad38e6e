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
        let Some(&(_, first)) = pairs.first() else { return Lists { starts: vec![0; count + 1], items: Vec::new() } };
        let mut starts = Self::places(count, pairs.iter().map(|pair| pair.0));
        let mut items = vec![first; pairs.len()];
        for &(index, item) in pairs {
            let place = &mut starts[index as usize + 1];
            items[*place as usize] = item;
            *place += 1;
        }
        starts.pop();
        Lists { starts, items }
    }

    /// For each index below `count`, the names of the rows that list it, in the order of the rows.
    ///
    /// # Panics
    /// If an index that a row lists is not below `count`.
    pub(crate) fn from_rows(count: usize, rows: &Rows<T>) -> Self {
        let Some(&(first, _)) = rows.names.first() else {
            return Lists { starts: vec![0; count + 1], items: Vec::new() };
        };
        let mut starts = Self::places(count, rows.indices.iter().copied());
        let mut items = vec![first; rows.indices.len()];
        let mut from = 0;
        for &(name, end) in &rows.names {
            for &index in &rows.indices[from as usize..end as usize] {
                let place = &mut starts[index as usize + 1];
                items[*place as usize] = name;
                *place += 1;
            }
            from = end;
        }
        starts.pop();
        Lists { starts, items }
    }

    /// For each list, one entry on, where its first item goes: what fills the lists moves it on, in the end to where the next list starts.
    fn places(count: usize, indices: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut starts = vec![0_u32; count + 2];
        for index in indices {
            starts[index as usize + 2] += 1;
        }
        for i in 2..count + 2 {
            starts[i] += starts[i - 1];
        }
        starts
    }

    /// The list of an index; empty for one that has none.
    pub(crate) fn get(&self, index: usize) -> &[T] {
        match (self.starts.get(index), self.starts.get(index + 1)) {
            (Some(&start), Some(&end)) => &self.items[start as usize..end as usize],
            _ => &[],
        }
    }
}

/// Lists of indices, each with a name: what [`Lists::from_rows`] turns round.
pub(crate) struct Rows<T> {
    indices: Vec<u32>,
    /// The name of each row, and where it ends in `indices`.
    names: Vec<(T, u32)>,
}

impl<T> Rows<T> {
    pub(crate) fn new() -> Self {
        Rows { indices: Vec::new(), names: Vec::new() }
    }

    /// Adds an index to the row that is begun.
    pub(crate) fn push(&mut self, index: u32) {
        self.indices.push(index);
    }

    /// Ends a row. One without indices is left out.
    pub(crate) fn end(&mut self, name: T) {
        let end = self.indices.len() as u32;
        if self.names.last().map_or(0, |row| row.1) != end {
            self.names.push((name, end));
        }
    }
}
