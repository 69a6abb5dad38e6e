//! Where random functions take their decisions from.

/// A source of decisions. It may run dry, and then answers zero for ever: zero is always the simple choice.
pub trait Choices {
    /// A number below `bound`, which is not zero.
    fn below(&mut self, bound: u32) -> u32;

    /// True in about `of` out of `total` cases.
    fn chance(&mut self, of: u32, total: u32) -> bool {
        self.below(total) >= total - of
    }
}

/// Pseudo-random decisions of a seed.
///
/// Source: Marsaglia: *Xorshift RNGs* (2003), with the multiplication of Vigna's xorshift64*.
#[derive(Clone, Debug)]
pub struct Xorshift(u64);

impl Xorshift {
    /// The decisions of a seed.
    pub fn new(seed: u64) -> Xorshift {
        // Neighbouring seeds are spread (Steele's splitmix64); the state is never zero.
        let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Xorshift((z ^ (z >> 31)) | 1)
    }
}

impl Choices for Xorshift {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((high * u64::from(bound)) >> 32) as u32
    }
}

/// Decisions from bytes, one or two for each.
#[derive(Clone, Debug)]
pub struct Bytes<'b> {
    left: &'b [u8],
}

impl<'b> Bytes<'b> {
    /// The decisions of these bytes.
    pub fn new(bytes: &'b [u8]) -> Bytes<'b> {
        Bytes { left: bytes }
    }

    fn byte(&mut self) -> u32 {
        match self.left {
            [first, rest @ ..] => {
                self.left = rest;
                u32::from(*first)
            }
            [] => 0,
        }
    }
}

impl Choices for Bytes<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        match bound {
            0..=1 => 0,
            2..=256 => self.byte() % bound,
            _ => (self.byte() | self.byte() << 8) % bound,
        }
    }
}
