//! The Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), seeded and read as Python's `random` does:
//! the same seed gives the same sequence.

use dashu_int::{IBig, UBig};
use sha2::{Digest, Sha512};

const N: usize = 624;
const M: usize = 397;
const MATRIX: u32 = 0x9908_b0df;
const UPPER: u32 = 0x8000_0000;
const LOWER: u32 = 0x7fff_ffff;

/// A generator of 32-bit words with a period of 2^19937 − 1.
#[derive(Clone, Debug)]
pub struct Mt19937 {
    state: [u32; N],
    /// The next word of `state` to give; `N` when all are used.
    index: usize,
}

impl Mt19937 {
    /// Seeded from an array of words; an empty one is taken for a single zero.
    pub fn from_words(key: &[u32]) -> Mt19937 {
        let key = if key.is_empty() { &[0] } else { key };
        let mut mt = Mt19937 { state: first_state(19_650_218), index: N };
        let mut i = 1;
        let mut j = 0;
        for _ in 0..N.max(key.len()) {
            let mixed = mt.mixed(i, 1_664_525);
            mt.state[i] = mixed.wrapping_add(key[j]).wrapping_add(j as u32);
            i = mt.after(i);
            j = (j + 1) % key.len();
        }
        for _ in 0..N - 1 {
            mt.state[i] = mt.mixed(i, 1_566_083_941).wrapping_sub(i as u32);
            i = mt.after(i);
        }
        mt.state[0] = UPPER;
        mt
    }

    fn mixed(&self, i: usize, factor: u32) -> u32 {
        let before = self.state[i - 1];
        self.state[i] ^ (before ^ before >> 30).wrapping_mul(factor)
    }

    /// The place after `i`; past the end the last word becomes the first.
    fn after(&mut self, i: usize) -> usize {
        if i + 1 < N {
            return i + 1;
        }
        self.state[0] = self.state[N - 1];
        1
    }

    /// Seeded from an unsigned integer of 64 bits.
    pub fn from_u64(seed: u64) -> Mt19937 {
        let words = [seed as u32, (seed >> 32) as u32];
        Mt19937::from_words(if words[1] == 0 { &words[..1] } else { &words })
    }

    /// Seeded from an integer, whose sign is dropped.
    pub fn from_int(seed: &IBig) -> Mt19937 {
        let (_, magnitude) = seed.clone().into_parts();
        Mt19937::from_le_bytes(&magnitude.to_le_bytes())
    }

    /// Seeded from a small integer, whose sign is dropped.
    pub fn from_i64(seed: i64) -> Mt19937 {
        Mt19937::from_u64(seed.unsigned_abs())
    }

    /// Seeded from an object's hash, as `random.seed` does with a float.
    pub fn from_hash(hash: i64) -> Mt19937 {
        Mt19937::from_u64(hash as u64)
    }

    /// Seeded from bytes, or from text in UTF-8: version 2 of `random.seed`. The number is the bytes
    /// followed by their SHA-512 digest, the first byte the highest.
    pub fn from_bytes(bytes: &[u8]) -> Mt19937 {
        let digest = Sha512::digest(bytes);
        let mut number: Vec<u8> = bytes.iter().chain(digest.iter()).copied().collect();
        number.reverse();
        Mt19937::from_le_bytes(&number)
    }

    /// Seeded from an unsigned integer, lowest byte first.
    fn from_le_bytes(bytes: &[u8]) -> Mt19937 {
        let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let word = |chunk: &[u8]| {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            u32::from_le_bytes(word)
        };
        let words: Vec<u32> = bytes[..used].chunks(4).map(word).collect();
        Mt19937::from_words(&words)
    }

    /// The state for `random.getstate`: the words and the index of the next one, at most 624.
    pub fn state(&self) -> (&[u32; N], usize) {
        (&self.state, self.index)
    }

    /// A generator from what [`Mt19937::state`] gave; `None` when the index is past 624.
    pub fn from_state(state: [u32; N], index: usize) -> Option<Mt19937> {
        (index <= N).then_some(Mt19937 { state, index })
    }

    fn refill(&mut self) {
        for i in 0..N {
            let word = self.state[i] & UPPER | self.state[(i + 1) % N] & LOWER;
            let odd = if word & 1 == 1 { MATRIX } else { 0 };
            self.state[i] = self.state[(i + M) % N] ^ word >> 1 ^ odd;
        }
        self.index = 0;
    }

    /// The next 32 bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        if self.index >= N {
            self.refill();
        }
        let mut word = self.state[self.index];
        self.index += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    /// `random.random()`: 53 random bits in [0, 1).
    #[inline]
    pub fn random(&mut self) -> f64 {
        let high = f64::from(self.next_u32() >> 5);
        let low = f64::from(self.next_u32() >> 6);
        (high * 67_108_864.0 + low) * (1.0 / 9_007_199_254_740_992.0)
    }

    /// `random.getrandbits(bits)` for at most 64 bits; more are cut to 64.
    #[inline]
    pub fn bits(&mut self, bits: u32) -> u64 {
        match bits {
            0 => 0,
            1..=32 => u64::from(self.next_u32() >> (32 - bits)),
            _ => {
                let low = u64::from(self.next_u32());
                let high = u64::from(self.next_u32() >> (64 - bits.min(64)));
                high << 32 | low
            }
        }
    }

    /// `random.getrandbits(bits)` for any number of bits; the caller bounds the size.
    pub fn big_bits(&mut self, bits: usize) -> UBig {
        let mut bytes = Vec::with_capacity(bits.div_ceil(32) * 4);
        let mut left = bits;
        while left > 0 {
            let taken = left.min(32);
            let word = self.next_u32() >> (32 - taken);
            bytes.extend(word.to_le_bytes());
            left -= taken;
        }
        UBig::from_le_bytes(&bytes)
    }

    /// A number below `limit` as `randrange`, `choice` and `shuffle` draw it; 0 for a limit of 0.
    #[inline]
    pub fn below(&mut self, limit: u64) -> u64 {
        let bits = 64 - limit.leading_zeros();
        loop {
            let drawn = self.bits(bits);
            if drawn < limit || limit == 0 {
                return drawn;
            }
        }
    }

    /// A number below `limit`, of any size; 0 for a limit of 0.
    pub fn big_below(&mut self, limit: &UBig) -> UBig {
        use dashu_int::ops::BitTest;
        loop {
            let drawn = self.big_bits(limit.bit_len());
            if drawn < *limit || *limit == UBig::ZERO {
                return drawn;
            }
        }
    }
}

fn first_state(seed: u32) -> [u32; N] {
    let mut state = [seed; N];
    for i in 1..N {
        let before = state[i - 1];
        state[i] = (before ^ before >> 30).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_match_python() {
        let mut mt = Mt19937::from_i64(42);
        assert_eq!([mt.random(), mt.random()], [0.6394267984578837, 0.025010755222666936]);
        assert_eq!([mt.bits(5), mt.bits(64), mt.bits(0)], [8, 4117511471858006928, 0]);
        assert_eq!(mt.big_bits(100).to_string(), "800402129360547565400942494185");
        assert_eq!([mt.below(10), mt.below(1 << 40)], [8, 70531617177]);
        for _ in 0..1000 {
            mt.next_u32();
        }
        assert_eq!(mt.random(), 0.37910386418813957);
    }

    #[test]
    fn seeds_match_python() {
        for (mut mt, first) in [
            (Mt19937::from_i64(0), 0.8444218515250481),
            (Mt19937::from_i64(-7), 0.32383276483316237),
            (Mt19937::from_i64((1 << 40) + 5), 0.5043802970418443),
            (Mt19937::from_int(&IBig::from(3).pow(300)), 0.14262094872465692),
            (Mt19937::from_int(&-IBig::from(3).pow(300)), 0.14262094872465692),
            (Mt19937::from_bytes(b"Tally"), 0.13341926112949598),
            (Mt19937::from_bytes(b""), 0.9602256525641875),
            (Mt19937::from_bytes("é".as_bytes()), 0.9689252893653495),
            (Mt19937::from_hash(1152921504606846977), 0.551763726942059),
            (Mt19937::from_hash(-1152921504606846977), 0.7101153317194698),
        ] {
            assert_eq!(mt.random(), first);
        }
        let copy = Mt19937::from_state(*Mt19937::from_i64(5).state().0, 624);
        assert_eq!(copy.map(|mut mt| mt.random()), Some(Mt19937::from_i64(5).random()));
    }
}
