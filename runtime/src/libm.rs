//! Functions of the C library's mathematics that Rust's own floats do not have, or compute otherwise.
//!
//! Results are then bit for bit those of any other program that uses the same C library.

mod c {
    // SAFETY: these are the C library's functions of the same names, with these types; they take and give
    // numbers only and are defined for every value.
    unsafe extern "C" {
        pub safe fn acosh(x: f64) -> f64;
        pub safe fn asinh(x: f64) -> f64;
        pub safe fn atanh(x: f64) -> f64;
        pub safe fn erf(x: f64) -> f64;
        pub safe fn erfc(x: f64) -> f64;
    }
}

/// Inverse hyperbolic cosine.
pub fn acosh(x: f64) -> f64 {
    c::acosh(x)
}

/// Inverse hyperbolic sine.
pub fn asinh(x: f64) -> f64 {
    c::asinh(x)
}

/// Inverse hyperbolic tangent.
pub fn atanh(x: f64) -> f64 {
    c::atanh(x)
}

/// The error function.
pub fn erf(x: f64) -> f64 {
    c::erf(x)
}

/// The complement of the error function.
pub fn erfc(x: f64) -> f64 {
    c::erfc(x)
}

/// The cube root. Rust links one of its own under the C library's name, so the library is asked for its.
pub fn cbrt(x: f64) -> f64 {
    use std::sync::OnceLock;
    type Function = extern "C" fn(f64) -> f64;
    static FUNCTION: OnceLock<Option<Function>> = OnceLock::new();
    let function = FUNCTION.get_or_init(|| {
        // SAFETY: the name is a C string.
        let p = unsafe { libc::dlsym(libc::RTLD_NEXT, c"cbrt".as_ptr()) };
        if p.is_null() {
            return None;
        }
        // SAFETY: what the C library calls `cbrt` is a function of this type.
        Some(unsafe { std::mem::transmute::<*mut libc::c_void, Function>(p) })
    });
    function.map_or_else(|| x.cbrt(), |f| f(x))
}
