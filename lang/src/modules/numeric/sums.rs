//! Sums of floats: exact (`math.fsum`), compensated (`sum`), of products (`math.sumprod`), and norms.

use smallvec::SmallVec;
use thiserror::Error;

use super::parts::{frexp, scale};

/// Why `math.fsum` has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SumError {
    /// A partial sum is past the largest float (an `OverflowError`).
    #[error("intermediate overflow in fsum")]
    Overflow,
    /// Infinities of both signs (a `ValueError`).
    #[error("-inf + inf in fsum")]
    Infinities,
}

/// A float and what rounding lost: their sum is exact.
#[derive(Clone, Copy, Debug, Default)]
struct Double {
    high: f64,
    low: f64,
}

/// `a + b` exactly (Knuth's TwoSum).
fn exact_sum(a: f64, b: f64) -> Double {
    let high = a + b;
    let b_part = high - a;
    let a_part = high - b_part;
    Double { high, low: (a - a_part) + (b - b_part) }
}

/// `a + b` exactly, for an `a` at least as large as `b` (Dekker's Fast2Sum).
fn exact_sum_ordered(a: f64, b: f64) -> Double {
    let high = a + b;
    Double { high, low: (a - high) + b }
}

/// `a × b` exactly.
fn exact_product(a: f64, b: f64) -> Double {
    let high = a * b;
    Double { high, low: a.mul_add(b, -high) }
}

/// An exact sum of floats (Shewchuk, 1997): partial sums that do not overlap, smallest first.
#[derive(Clone, Debug, Default)]
pub struct ExactSum {
    partials: SmallVec<[f64; 32]>,
    /// The sum of what is not finite.
    special: f64,
    infinities: f64,
}

impl ExactSum {
    /// Adds a number.
    ///
    /// # Errors
    /// A partial sum is past the largest float.
    pub fn add(&mut self, value: f64) -> Result<(), SumError> {
        let mut x = value;
        let mut kept = 0;
        for index in 0..self.partials.len() {
            let mut y = self.partials[index];
            if x.abs() < y.abs() {
                std::mem::swap(&mut x, &mut y);
            }
            let sum = exact_sum_ordered(x, y);
            if sum.low != 0.0 {
                self.partials[kept] = sum.low;
                kept += 1;
            }
            x = sum.high;
        }
        self.partials.truncate(kept);
        if x == 0.0 {
            return Ok(());
        }
        if x.is_finite() {
            self.partials.push(x);
            return Ok(());
        }
        if value.is_finite() {
            return Err(SumError::Overflow);
        }
        if value.is_infinite() {
            self.infinities += value;
        }
        self.special += value;
        self.partials.clear();
        Ok(())
    }

    /// The sum, correctly rounded.
    ///
    /// # Errors
    /// Infinities of both signs were added.
    pub fn finish(mut self) -> Result<f64, SumError> {
        if self.special != 0.0 {
            return if self.infinities.is_nan() { Err(SumError::Infinities) } else { Ok(self.special) };
        }
        let mut high = self.partials.pop().unwrap_or(0.0);
        let mut low = 0.0;
        while let Some(next) = self.partials.pop() {
            let sum = exact_sum_ordered(high, next);
            high = sum.high;
            low = sum.low;
            if low != 0.0 {
                break;
            }
        }
        // Halfway between two floats the partials below decide.
        if let Some(&below) = self.partials.last()
            && ((low < 0.0 && below < 0.0) || (low > 0.0 && below > 0.0))
        {
            let twice = low * 2.0;
            let rounded = high + twice;
            if twice == rounded - high {
                high = rounded;
            }
        }
        Ok(high)
    }
}

/// The built-in `sum` of floats: Neumaier's compensated sum.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompensatedSum {
    sum: f64,
    lost: f64,
}

impl CompensatedSum {
    /// Starts at a number.
    pub fn new(start: f64) -> CompensatedSum {
        CompensatedSum { sum: start, lost: 0.0 }
    }

    /// Adds a number.
    #[inline]
    pub fn add(&mut self, x: f64) {
        let sum = self.sum + x;
        self.lost += if self.sum.abs() >= x.abs() { (self.sum - sum) + x } else { (x - sum) + self.sum };
        self.sum = sum;
    }

    /// The sum.
    pub fn value(&self) -> f64 {
        // What was lost is not finite once the sum has overflowed.
        if self.lost != 0.0 && self.lost.is_finite() { self.sum + self.lost } else { self.sum }
    }
}

/// `math.sumprod` of floats, in three times the precision.
///
/// Python adds a product here only while the sum stays finite ([`ProductSum::add`] says so); what does not
/// is added to the value so far with the operators of the language.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProductSum {
    sum: Double,
    tiny: f64,
}

impl ProductSum {
    /// Adds `x × y`; false, and nothing is added, when the sum would not be finite.
    pub fn add(&mut self, x: f64, y: f64) -> bool {
        let product = exact_product(x, y);
        let high = exact_sum(self.sum.high, product.high);
        if !high.high.is_finite() {
            return false;
        }
        let low = exact_sum(self.sum.low, product.low);
        let middle = exact_sum(low.high, high.low);
        self.sum = Double { high: high.high, low: middle.high };
        self.tiny += low.low + middle.low;
        true
    }

    /// The sum.
    pub fn value(&self) -> f64 {
        let low = exact_sum(self.sum.low, self.tiny);
        let total = exact_sum(self.sum.high, low.high);
        total.high + (total.low + low.low)
    }
}

/// The Euclidean norm (`math.hypot`, `math.dist` of the differences): scaled by a power of two, squares
/// summed with what rounding lost, the root corrected once. Nearly always correctly rounded.
pub fn norm(coordinates: &[f64]) -> f64 {
    let largest = coordinates.iter().fold(0.0f64, |largest, x| largest.max(x.abs()));
    if largest.is_infinite() {
        return largest;
    }
    if coordinates.iter().any(|x| x.is_nan()) {
        return f64::NAN;
    }
    if largest == 0.0 || coordinates.len() <= 1 {
        return largest;
    }
    let (_, exponent) = frexp(largest);
    if exponent < -1023 {
        // The scale would overflow: subnormal numbers are made normal first.
        let scaled: SmallVec<[f64; 8]> = coordinates.iter().map(|x| x / f64::MIN_POSITIVE).collect();
        return f64::MIN_POSITIVE * norm(&scaled);
    }
    scaled_norm(coordinates, scale(1.0, -i64::from(exponent)))
}

/// The norm of coordinates that `scale`, a power of two, brings below one.
fn scaled_norm(coordinates: &[f64], scale: f64) -> f64 {
    // The sum starts at one, above all that is added to it, so that the quick exact sum holds.
    let mut total = 1.0;
    let mut lost_products = 0.0;
    let mut lost_sums = 0.0;
    let mut add = |product: Double| {
        let sum = exact_sum_ordered(total, product.high);
        total = sum.high;
        lost_products += product.low;
        lost_sums += sum.low;
        total - 1.0 + (lost_products + lost_sums)
    };
    let mut squares = 0.0;
    for x in coordinates {
        let scaled = x * scale;
        squares = add(exact_product(scaled, scaled));
    }
    let root = squares.sqrt();
    let rest = add(exact_product(-root, root));
    (root + rest / (2.0 * root)) / scale
}
