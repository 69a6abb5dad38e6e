//! The parts of a float: mantissa and exponent, whole and fraction, neighbours.

/// `math.frexp`: a mantissa in [0.5, 1) and an exponent; zeros, infinities and NaN come back with 0.
pub fn frexp(x: f64) -> (f64, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let bits = x.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i32;
    if biased == 0 {
        let (mantissa, exponent) = frexp(x * TWO_54);
        return (mantissa, exponent - 54);
    }
    let mantissa = f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52);
    (mantissa, biased - 1022)
}

const TWO_54: f64 = (1u64 << 54) as f64;

/// `x × 2^exponent`, rounded once; infinite past the largest float.
pub fn scale(x: f64, exponent: i64) -> f64 {
    let up = f64::from_bits(0x7fe << 52);
    // A step down keeps 53 bits more than the smallest normal needs, so that only the last one rounds.
    const STEP_DOWN: i64 = 1022 - 53;
    let down = f64::from_bits(((1023 - STEP_DOWN) as u64) << 52);
    let mut left = exponent.clamp(-3000, 3000);
    let mut x = x;
    while left > 1023 {
        x *= up;
        left -= 1023;
    }
    while left < -1022 {
        x *= down;
        left += STEP_DOWN;
    }
    x * f64::from_bits(((left + 1023) as u64) << 52)
}

/// `math.modf`: fraction and whole part, both with the sign of `x`.
pub fn modf(x: f64) -> (f64, f64) {
    let whole = x.trunc();
    let fraction = if x.is_infinite() { 0.0 } else { x - whole };
    (fraction.copysign(x), whole)
}

/// `math.ulp`: the distance to the next float away from zero.
pub fn ulp(x: f64) -> f64 {
    let magnitude = x.abs();
    if !magnitude.is_finite() {
        return magnitude;
    }
    let next = f64::from_bits(magnitude.to_bits() + 1);
    if next.is_infinite() { magnitude - f64::from_bits(magnitude.to_bits() - 1) } else { next - magnitude }
}

/// `math.nextafter` by `steps` floats from `x` toward `y`, not past it.
pub fn next_after(x: f64, y: f64, steps: u64) -> f64 {
    if steps == 0 {
        return x;
    }
    if x.is_nan() || y.is_nan() {
        return x + y;
    }
    // Floats in order as integers; both zeros are the same.
    let order = |value: f64| {
        let magnitude = (value.to_bits() & !(1 << 63)) as i64;
        if value.is_sign_negative() { -magnitude } else { magnitude }
    };
    let (from, to) = (order(x), order(y));
    if from == to {
        return y;
    }
    let distance = from.abs_diff(to);
    if steps >= distance {
        return y;
    }
    // `steps` is below the distance of two finite orders, so it fits.
    let reached = if to > from { from + steps as i64 } else { from - steps as i64 };
    let magnitude = f64::from_bits(reached.unsigned_abs());
    let negative = reached < 0 || (reached == 0 && x.is_sign_negative());
    if negative { -magnitude } else { magnitude }
}

/// `math.isclose`. Negative tolerances are the caller's error (`tolerances must be non-negative`).
pub fn is_close(a: f64, b: f64, relative: f64, absolute: f64) -> bool {
    if a == b {
        return true;
    }
    if a.is_infinite() || b.is_infinite() {
        return false;
    }
    let difference = (b - a).abs();
    difference <= (relative * b).abs() || difference <= (relative * a).abs() || difference <= absolute
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mantissa_and_exponent() {
        for (x, mantissa, exponent) in
            [(1.0, 0.5, 1), (-2.5, -0.625, 2), (5e-324, 0.5, -1073), (1e308, 0.5562684646268004, 1024), (0.0, 0.0, 0)]
        {
            assert_eq!(frexp(x), (mantissa, exponent));
            assert_eq!(scale(mantissa, exponent.into()), x);
        }
        assert_eq!(scale(1.0, -1075), 0.0);
        assert_eq!(scale(1.5, -1075), 5e-324);
        assert_eq!(scale(0.7500000000000001, -1074), 5e-324);
        assert_eq!(scale(1.0, i64::MAX), f64::INFINITY);
        assert_eq!(scale(5e-324, 2097), 2f64.powi(1023));
        assert_eq!(scale(-f64::MAX, i64::MIN).to_bits(), (-0.0f64).to_bits());
    }

    #[test]
    fn whole_and_fraction() {
        assert_eq!(modf(-2.5), (-0.5, -2.0));
        assert_eq!(modf(f64::NEG_INFINITY), (-0.0, f64::NEG_INFINITY));
        assert!(modf(-1.0).0.is_sign_negative());
    }

    #[test]
    fn neighbours() {
        assert_eq!(ulp(1.0), f64::EPSILON);
        assert_eq!(ulp(f64::MAX), 1.99584030953472e+292);
        assert_eq!(ulp(0.0), 5e-324);
        assert_eq!(next_after(1.0, 2.0, 5), 1.000000000000001);
        assert_eq!(next_after(0.0, -1.0, 1), -5e-324);
        assert_eq!(next_after(f64::INFINITY, 0.0, 1), f64::MAX);
        assert_eq!(next_after(1.0, 1.0000000000000002, 7), 1.0000000000000002);
        assert_eq!(next_after(f64::NEG_INFINITY, f64::INFINITY, u64::MAX), f64::INFINITY);
        assert_eq!(next_after(5e-324, -1.0, 2), -5e-324);
    }
}
