//! What `sys` says of numbers: `float_info`, `int_info`, `hash_info`, and the limit of digits.

use crate::modules::{add, add_functions};
use runtime::text::parse_number::{DEFAULT_DIGIT_LIMIT, DIGITS_ALWAYS_ALLOWED};
use runtime::types::int::HASH_MODULUS;
use runtime::{Args, NativeDef, Raised, Res, Rt, Value};

runtime::struct_sequence! {
    /// `type(sys.float_info)`.
    FloatInfo "sys.float_info"
    ["max" 0, "max_exp" 1, "max_10_exp" 2, "min" 3, "min_exp" 4, "min_10_exp" 5, "dig" 6, "mant_dig" 7, "epsilon" 8, "radix" 9,
     "rounds" 10]
    []
}

runtime::struct_sequence! {
    /// `type(sys.int_info)`.
    IntInfo "sys.int_info"
    ["bits_per_digit" 0, "sizeof_digit" 1, "default_max_str_digits" 2, "str_digits_check_threshold" 3]
    []
}

runtime::struct_sequence! {
    /// `type(sys.hash_info)`.
    HashInfo "sys.hash_info"
    ["width" 0, "modulus" 1, "inf" 2, "nan" 3, "imag" 4, "algorithm" 5, "hash_bits" 6, "seed_bits" 7, "cutoff" 8]
    []
}

const FUNCTIONS: &[NativeDef] = &[
    NativeDef::new("get_int_max_str_digits", "()", |rt, _| rt.int(rt.int_digit_limit.get() as i64)),
    NativeDef::new("set_int_max_str_digits", "(maxdigits)", set_int_max_str_digits),
];

/// Adds them to the dictionary of `sys`.
///
/// # Errors
/// MemoryError.
pub(crate) fn add_to(rt: &Rt, dict: Value) -> Result<(), Raised> {
    add_functions(rt, dict, "sys", FUNCTIONS)?;
    let int = |i: i64| rt.int(i);
    let float_info = [
        rt.float(f64::MAX)?,
        int(1024)?,
        int(308)?,
        rt.float(f64::MIN_POSITIVE)?,
        int(-1021)?,
        int(-307)?,
        int(15)?,
        int(53)?,
        rt.float(f64::EPSILON)?,
        int(2)?,
        int(1)?,
    ];
    add(rt, dict, "float_info", rt.new_struct::<FloatInfo>(&float_info, Vec::new())?)?;
    // As in CPython: programs compute with these.
    let int_info = [int(30)?, int(4)?, int(DEFAULT_DIGIT_LIMIT as i64)?, int(DIGITS_ALWAYS_ALLOWED as i64)?];
    add(rt, dict, "int_info", rt.new_struct::<IntInfo>(&int_info, Vec::new())?)?;
    let hash_info = [
        int(64)?,
        int(HASH_MODULUS)?,
        int(314_159)?,
        int(0)?,
        int(1_000_003)?,
        rt.str("siphash13")?,
        int(64)?,
        int(128)?,
        int(0)?,
    ];
    add(rt, dict, "hash_info", rt.new_struct::<HashInfo>(&hash_info, Vec::new())?)
}

fn set_int_max_str_digits(rt: &Rt, args: &Args<'_>) -> Res {
    let limit = rt.index(args.get(0))?;
    let limit = rt.as_i64(*limit).and_then(|i| i32::try_from(i).ok()).map(i64::from);
    let Some(limit) = limit else { return Err(rt.overflow_error("Python int too large to convert to C int")) };
    match usize::try_from(limit) {
        Ok(limit) if limit == 0 || limit >= DIGITS_ALWAYS_ALLOWED => rt.int_digit_limit.set(limit),
        _ => {
            return Err(rt.value_error(format!("maxdigits must be >= {DIGITS_ALWAYS_ALLOWED} or 0 for unlimited")));
        }
    }
    Ok(Value::none().own())
}
