//! `math.gamma` and `math.lgamma` by Lanczos' approximation, with the rational coefficients
//! (n = 13, g = 6.0246…) that Boost published and Python uses.

use std::f64::consts::PI;

use super::special::{MathError, NOT_A_POLE};

const G: f64 = 6.024680040776729583740234375;
const G_MINUS_HALF: f64 = 5.524680040776729583740234375;
const LOG_PI: f64 = 1.144729885849400174143427351353058711647;

/// Coefficients of numerator and denominator, lowest power first.
#[expect(clippy::excessive_precision, reason = "as published")]
const COEFFICIENTS: [(f64, f64); 13] = [
    (23531376880.410759688572007674451636754734846804940, 0.0),
    (
        42919803642.649098768957899047001988850926355848959,
        39916800.0,
    ),
    (
        35711959237.355668049440185451547166705960488635843,
        120543840.0,
    ),
    (
        17921034426.037209699919755754458931112671403265390,
        150917976.0,
    ),
    (
        6039542586.3520280050642916443072979210699388420708,
        105258076.0,
    ),
    (
        1439720407.3117216736632230727949123939715485786372,
        45995730.0,
    ),
    (
        248874557.86205415651146038641322942321632125127801,
        13339535.0,
    ),
    (
        31426415.585400194380614231628318205362874684987640,
        2637558.0,
    ),
    (
        2876370.6289353724412254090516208496135991145378768,
        357423.0,
    ),
    (186056.26539522349504029498971604569928220784236328, 32670.0),
    (8071.6720023658162106380029022722506138218516325024, 1925.0),
    (210.82427775157934587250973392071336271166969580291, 66.0),
    (2.5066282746310002701649081771338373386264310793408, 1.0),
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
        return Ok((2..x as u64).product::<u64>() as f64);
    }
    let size = x.abs();
    let result = if size < 1e-20 {
        1.0 / x
    } else if size > 200.0 {
        if x > 0.0 {
            f64::INFINITY
        } else {
            0.0 / sin_pi(x)
        }
    } else {
        lanczos_gamma(x)
    };
    if result.is_infinite() {
        Err(MathError::Range)
    } else {
        Ok(result)
    }
}

fn lanczos_gamma(x: f64) -> f64 {
    let size = x.abs();
    let y = size + G_MINUS_HALF;
    // The rounding error of that sum, taken from the larger term.
    let error = if size > G_MINUS_HALF {
        y - size - G_MINUS_HALF
    } else {
        y - G_MINUS_HALF - size
    };
    let correction = error * G / y;
    // The power is taken in two halves where it alone would overflow.
    let halves = size >= 140.0;
    let power = if halves {
        y.powf(size / 2.0 - 0.25)
    } else {
        y.powf(size - 0.5)
    };
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
        return if x <= 0.0 {
            Err(MathError::Expected(NOT_A_POLE, x))
        } else {
            Ok(0.0)
        };
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
    if result.is_infinite() {
        Err(MathError::Range)
    } else {
        Ok(result)
    }
}
