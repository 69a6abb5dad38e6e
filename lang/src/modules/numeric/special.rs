//! The functions of `math` on floats, with Python 3.14's errors.

use runtime::libm;
use runtime::text::float_repr::repr_float;
use thiserror::Error;

use super::parts::scale;

/// Why a function has no result.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MathError {
    /// The argument is outside of the domain, which is told (a `ValueError`).
    #[error("expected {}, got {}", .0, repr_float(*.1))]
    Expected(&'static str, f64),
    /// The arguments are outside of the domain (a `ValueError`).
    #[error("math domain error")]
    Domain,
    /// The result is past the largest float (an `OverflowError`).
    #[error("math range error")]
    Range,
    /// `fma` of an infinity and a zero (a `ValueError`).
    #[error("invalid operation in fma")]
    InvalidFma,
    /// The result of `fma` is past the largest float (an `OverflowError`).
    #[error("overflow in fma")]
    OverflowFma,
}

impl MathError {
    /// Is it an `OverflowError`? Otherwise it is a `ValueError`.
    pub fn is_overflow(&self) -> bool {
        matches!(self, MathError::Range | MathError::OverflowFma)
    }
}

type Result<T> = std::result::Result<T, MathError>;

const POSITIVE: &str = "a positive input";
pub(super) const NOT_A_POLE: &str = "a noninteger or positive integer";

/// A result that must not be infinite when the argument is finite.
fn in_range(x: f64, result: f64) -> Result<f64> {
    if result.is_infinite() && x.is_finite() { Err(MathError::Range) } else { Ok(result) }
}

/// A result that is NaN only outside of the domain.
fn in_domain(x: f64, result: f64, expected: &'static str) -> Result<f64> {
    if result.is_nan() && !x.is_nan() { Err(MathError::Expected(expected, x)) } else { Ok(result) }
}

/// A logarithm's result: its domain is the positive numbers, zero not among them.
fn logarithm(x: f64, function: fn(f64) -> f64) -> Result<f64> {
    if x <= 0.0 { Err(MathError::Expected(POSITIVE, x)) } else { Ok(function(x)) }
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident($x:ident) = $result:expr;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// As Python's function of the name: the domain or the range is left.
            pub fn $name($x: f64) -> Result<f64> {
                $result
            }
        )*
    };
}

functions! {
    /// Square root.
    sqrt(x) = in_domain(x, x.sqrt(), "a nonnegative input");
    /// Natural logarithm.
    log(x) = logarithm(x, f64::ln);
    /// Logarithm to base 2.
    log2(x) = logarithm(x, f64::log2);
    /// Logarithm to base 10.
    log10(x) = logarithm(x, f64::log10);
    /// Natural logarithm of 1 + x.
    log1p(x) = if x <= -1.0 { Err(MathError::Expected("argument value > -1", x)) } else { Ok(x.ln_1p()) };
    /// Exponential.
    exp(x) = in_range(x, x.exp());
    /// Power of 2.
    exp2(x) = in_range(x, x.exp2());
    /// Exponential less 1.
    expm1(x) = in_range(x, x.exp_m1());
    /// Sine.
    sin(x) = in_domain(x, x.sin(), "a finite input");
    /// Cosine.
    cos(x) = in_domain(x, x.cos(), "a finite input");
    /// Tangent.
    tan(x) = in_domain(x, x.tan(), "a finite input");
    /// Arc sine.
    asin(x) = in_domain(x, x.asin(), "a number in range from -1 up to 1");
    /// Arc cosine.
    acos(x) = in_domain(x, x.acos(), "a number in range from -1 up to 1");
    /// Hyperbolic sine.
    sinh(x) = in_range(x, x.sinh());
    /// Hyperbolic cosine.
    cosh(x) = in_range(x, x.cosh());
    /// Inverse hyperbolic cosine.
    acosh(x) = in_domain(x, libm::acosh(x), "argument value not less than 1");
    /// Inverse hyperbolic tangent.
    atanh(x) = if x.abs() >= 1.0 {
        Err(MathError::Expected("a number between -1 and 1", x))
    } else {
        Ok(libm::atanh(x))
    };
}

/// Inverse hyperbolic sine.
pub fn asinh(x: f64) -> f64 {
    libm::asinh(x)
}

/// The error function.
pub fn erf(x: f64) -> f64 {
    libm::erf(x)
}

/// The complement of the error function.
pub fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

/// Radians in degrees.
pub fn degrees(x: f64) -> f64 {
    x * (180.0 / std::f64::consts::PI)
}

/// Degrees in radians.
pub fn radians(x: f64) -> f64 {
    x * (std::f64::consts::PI / 180.0)
}

/// `math.pow`.
///
/// # Errors
/// A negative base with a fraction, zero to a negative power, or a result past the largest float.
pub fn pow(x: f64, y: f64) -> Result<f64> {
    let result = x.powf(y);
    if x.is_finite() && y.is_finite() {
        if result.is_nan() || (result.is_infinite() && x == 0.0) {
            return Err(MathError::Domain);
        }
        if result.is_infinite() {
            return Err(MathError::Range);
        }
    }
    Ok(result)
}

/// `math.fmod`: the remainder of a division toward zero.
///
/// # Errors
/// An infinite `x` or a zero `y`.
pub fn fmod(x: f64, y: f64) -> Result<f64> {
    let result = x % y;
    if result.is_nan() && !x.is_nan() && !y.is_nan() { Err(MathError::Domain) } else { Ok(result) }
}

/// `math.remainder`: what is left of `x` after the nearest multiple of `y`, ties to the even one.
///
/// # Errors
/// An infinite `x` or a zero `y`.
pub fn remainder(x: f64, y: f64) -> Result<f64> {
    if x.is_nan() || y.is_nan() {
        return Ok(x + y);
    }
    if x.is_infinite() || y == 0.0 {
        return Err(MathError::Domain);
    }
    if y.is_infinite() {
        return Ok(x);
    }
    let (x_size, y_size) = (x.abs(), y.abs());
    let above = x_size % y_size;
    let below = y_size - above;
    let size = if above < below {
        above
    } else if above > below {
        -below
    } else {
        // Halfway: the parity of the quotient decides; all of this is exact.
        above - 2.0 * ((0.5 * (x_size - above)) % y_size)
    };
    Ok(1f64.copysign(x) * size)
}

/// `math.ldexp`; an exponent past 64 bits is as good as the nearest that fits.
///
/// # Errors
/// The result is past the largest float.
pub fn ldexp(x: f64, exponent: i64) -> Result<f64> {
    in_range(x, scale(x, exponent))
}

/// `math.fma`: `x × y + z`, rounded once.
///
/// # Errors
/// The result is NaN or infinite although the arguments are not.
pub fn fma(x: f64, y: f64, z: f64) -> Result<f64> {
    let result = x.mul_add(y, z);
    if result.is_nan() && !x.is_nan() && !y.is_nan() && !z.is_nan() {
        return Err(MathError::InvalidFma);
    }
    if result.is_infinite() && x.is_finite() && y.is_finite() && z.is_finite() {
        return Err(MathError::OverflowFma);
    }
    Ok(result)
}
