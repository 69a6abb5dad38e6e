//! Size classes: multiples of 16 to 512 bytes, then four steps a power of two
//! to 4 KiB, then a third and a half of a page. What is larger gets a span of pages.

use super::layout::PAGE_SIZE;

/// Every block is a multiple of this, and aligned to it.
pub const GRANULE: usize = 16;
/// The largest size that comes from a page of blocks, in bytes.
pub const MAX_SMALL: usize = 8192;
/// How many size classes there are.
pub const NUM_CLASSES: usize = 46;

const FINE_CLASSES: usize = 512 / GRANULE;

/// Block size of each class, in bytes.
pub const CLASS_SIZE: [u16; NUM_CLASSES] = class_sizes();

/// Class of a request of `(index * GRANULE)` bytes, for requests up to [`MAX_SMALL`].
const CLASS_OF_GRANULES: [u8; MAX_SMALL / GRANULE + 1] = classes_of_granules();

const fn class_sizes() -> [u16; NUM_CLASSES] {
    let mut sizes = [0; NUM_CLASSES];
    let mut class = 0;
    while class < FINE_CLASSES {
        sizes[class] = ((class + 1) * GRANULE) as u16;
        class += 1;
    }
    let mut step = 128;
    while step <= 512 {
        let mut quarter = 5;
        while quarter <= 8 {
            sizes[class] = (step * quarter) as u16;
            class += 1;
            quarter += 1;
        }
        step *= 2;
    }
    sizes[class] = (PAGE_SIZE / 3 / GRANULE * GRANULE) as u16;
    sizes[class + 1] = (PAGE_SIZE / 2) as u16;
    sizes
}

const fn classes_of_granules() -> [u8; MAX_SMALL / GRANULE + 1] {
    let mut table = [0; MAX_SMALL / GRANULE + 1];
    let mut granules = 1;
    let mut class = 0;
    while granules < table.len() {
        if granules * GRANULE > CLASS_SIZE[class] as usize {
            class += 1;
        }
        table[granules] = class as u8;
        granules += 1;
    }
    table
}

/// The class that serves `size` bytes, which must be at most [`MAX_SMALL`].
#[inline]
pub const fn class_of(size: usize) -> usize {
    CLASS_OF_GRANULES[size.div_ceil(GRANULE)] as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_gets_the_smallest_class_that_fits() {
        assert_eq!(CLASS_SIZE[NUM_CLASSES - 1] as usize, MAX_SMALL);
        assert!(CLASS_SIZE.windows(2).all(|pair| pair[0] < pair[1]));
        for size in 0..=MAX_SMALL {
            let class = class_of(size);
            assert!(CLASS_SIZE[class] as usize >= size);
            assert!(class == 0 || (CLASS_SIZE[class - 1] as usize) < size);
        }
    }
}
