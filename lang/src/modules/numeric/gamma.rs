//! `math.gamma` and `math.lgamma` by Lanczos' approximation, with the rational coefficients
//! (n = 13, g = 6.0246…) that Boost published and Python uses.

use std::f64::consts::PI;

use super::special::{MathError, NOT_A_POLE};

const G: f64 = 6.02468004077673;
const G_MINUS_HALF: f64 = 5.52468004077673;
const LOG_PI: f64 = 1.1447298858494002;

/// Coefficients of numerator and denominator, lowest power first.
const COEFFICIENTS: [(f64, f64); 13] = [
    (23531376880.41076, 0.0),
    (42919803642.6491, 39916800.0),
    (35711959237.35567, 120543840.0),
    (17921034426.03721, 150917976.0),
    (6039542586.352028, 105258076.0),
    (1439720407.3117216, 45995730.0),
    (248874557.86205417, 13339535.0),
    (31426415.585400194, 2637558.0),
    (2876370.6289353725, 357423.0),
    (186056.26539522348, 32670.0),
    (8071.672002365816, 1925.0),
    (210.82427775157936, 66.0),
    (2.5066282746310002, 1.0),
];

/// The last integer whose factorial a double holds exactly enough to be looked up: 22!.
const LAST_EXACT: f64 = 23.0;

/// The rational function; from 5 on in powers of 1/x, so that nothing overflows.
fn lanczos_sum(x: f64) -> f64 {
    let mut numerator = 0.0;
    let mut denominator = 0.0;
    if x < 5.0 {
        for &(above, below) in COEFFICIENTS.iter().rev() {
            numerator = numerator * x + above;
            denominator = denominator * x + below;
        }
    } else {
        for &(above, below) in &COEFFICIENTS {
            numerator = numerator / x + above;
            denominator = denominator / x + below;
        }
    }
    numerator / denominator
}

/// The sine of `π x`, exact where it is zero.
fn sin_pi(x: f64) -> f64 {
    let y = x.abs() % 2.0;
    let size = match (2.0 * y).round() as i32 {
        0 => (PI * y).sin(),
        1 => (PI * (y - 0.5)).cos(),
        2 => (PI * (1.0 - y)).sin(),
        3 => -(PI * (y - 1.5)).cos(),
        _ => (PI * (y - 2.0)).sin(),
    };
    1f64.copysign(x) * size
}

/// `math.gamma`.
///
/// # Errors
/// Zero, a negative integer or minus infinity; a result past the largest float.
pub fn gamma(x: f64) -> Result<f64, MathError> {
    if x.is_nan() || x == f64::INFINITY {
        return Ok(x);
    }
    let whole = x == x.floor();
    if whole && x <= 0.0 {
        return Err(MathError::Expected(NOT_A_POLE, x));
    }
    if whole && x <= LAST_EXACT {
        return Ok((2..x as u128).product::<u128>() as f64);
    }
    let size = x.abs();
    let result = if size < 1e-20 {
        1.0 / x
    } else if size > 200.0 {
        if x > 0.0 { f64::INFINITY } else { 0.0 / sin_pi(x) }
    } else {
        lanczos_gamma(x)
    };
    if result.is_infinite() { Err(MathError::Range) } else { Ok(result) }
}

fn lanczos_gamma(x: f64) -> f64 {
    let size = x.abs();
    let y = size + G_MINUS_HALF;
    // The rounding error of that sum, taken from the larger term.
    let error = if size > G_MINUS_HALF { y - size - G_MINUS_HALF } else { y - G_MINUS_HALF - size };
    let correction = error * G / y;
    // The power is taken in two halves where it alone would overflow.
    let halves = size >= 140.0;
    let power = if halves { y.powf(size / 2.0 - 0.25) } else { y.powf(size - 0.5) };
    if x < 0.0 {
        let mut result = -PI / sin_pi(size) / size * y.exp() / lanczos_sum(size);
        result -= correction * result;
        result /= power;
        if halves { result / power } else { result }
    } else {
        let mut result = lanczos_sum(size) / y.exp();
        result += correction * result;
        result *= power;
        if halves { result * power } else { result }
    }
}

/// `math.lgamma`: the logarithm of the gamma function's magnitude.
///
/// # Errors
/// Zero or a negative integer; a result past the largest float.
pub fn lgamma(x: f64) -> Result<f64, MathError> {
    if x.is_nan() {
        return Ok(x);
    }
    if x.is_infinite() {
        return Ok(f64::INFINITY);
    }
    if x == x.floor() && x <= 2.0 {
        return if x <= 0.0 { Err(MathError::Expected(NOT_A_POLE, x)) } else { Ok(0.0) };
    }
    let size = x.abs();
    if size < 1e-20 {
        return Ok(-size.ln());
    }
    let mut result = lanczos_sum(size).ln() - G;
    result += (size - 0.5) * ((size + G - 0.5).ln() - 1.0);
    if x < 0.0 {
        result = LOG_PI - sin_pi(size).abs().ln() - size.ln() - result;
    }
    if result.is_infinite() { Err(MathError::Range) } else { Ok(result) }
}
