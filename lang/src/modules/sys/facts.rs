//! Facts about the implementation: versions, limits, names.

use super::structures::{Flags, Implementation, VersionInfo};
use crate::modules::{NATIVE, SOURCES, add};
use runtime::{Raised, Res, Rt, Slot, Value};

/// The version of the language, as `sys.version_info` says.
const VERSION: [i64; 3] = [3, 14, 0];

/// Adds them to the module's dictionary.
///
/// # Errors
/// MemoryError.
pub(super) fn install(rt: &Rt, dict: Value) -> Result<(), Raised> {
    let [major, minor, micro] = VERSION;
    let hexversion = major << 24 | minor << 16 | micro << 8 | 0xf0;
    let info = version_info(rt)?;
    let text = format!("{major}.{minor}.{micro} (tally {})", env!("CARGO_PKG_VERSION"));
    add(rt, dict, "version", rt.str(&text)?)?;
    add(rt, dict, "hexversion", rt.int(hexversion)?)?;
    let implementation = Implementation { version: Slot::new(info.clone()), hexversion };
    add(rt, dict, "implementation", rt.new_boxed(implementation)?)?;
    add(rt, dict, "version_info", info)?;
    add(rt, dict, "flags", flags(rt)?)?;
    crate::modules::sys_numbers::add_to(rt, dict)?;
    add(rt, dict, "maxsize", rt.int(i64::MAX)?)?;
    add(rt, dict, "maxunicode", rt.int(0x10_ffff)?)?;
    for (name, value) in [
        ("platform", "linux"),
        ("byteorder", "little"),
        ("float_repr_style", "short"),
        ("platlibdir", "lib"),
        ("copyright", ""),
        ("prefix", ""),
        ("exec_prefix", ""),
        ("base_prefix", ""),
        ("base_exec_prefix", ""),
    ] {
        add(rt, dict, name, rt.str(value)?)?;
    }
    let executable = std::env::current_exe().map(|p| p.to_string_lossy().into_owned()).unwrap_or_default();
    add(rt, dict, "executable", rt.str(&executable)?)?;
    add(rt, dict, "dont_write_bytecode", Value::bool(true).own())?;
    add(rt, dict, "warnoptions", rt.new_list(0)?)?;
    add(rt, dict, "meta_path", rt.new_list(0)?)?;
    add(rt, dict, "path_hooks", rt.new_list(0)?)?;
    add(rt, dict, "builtin_module_names", builtin_module_names(rt)?)?;
    add(rt, dict, "stdlib_module_names", stdlib_module_names(rt)?)
}

fn version_info(rt: &Rt) -> Res {
    let [major, minor, micro] = VERSION;
    let items = [rt.int(major)?, rt.int(minor)?, rt.int(micro)?, rt.str("final")?, rt.int(0)?];
    rt.new_struct::<VersionInfo>(&items, Vec::new())
}

fn flags(rt: &Rt) -> Res {
    let (no, zero, one) = (Value::bool(false), Value::int(0), Value::int(1));
    let digits = rt.int(rt.int_digit_limit.get() as i64)?;
    // In the order of the fields.
    let items =
        [zero, zero, zero, zero, one, zero, zero, zero, zero, zero, zero, one, zero, no, zero, zero, no, *digits];
    rt.new_struct::<Flags>(&items.map(Value::own), Vec::new())
}

fn builtin_module_names(rt: &Rt) -> Res {
    let mut names: Vec<&str> = vec!["builtins", "sys"];
    names.extend(NATIVE.iter().map(|d| d.name));
    names.extend(SOURCES.iter().map(|(name, _)| *name));
    names.sort_unstable();
    names.dedup();
    let names = names.into_iter().map(|n| rt.str(n)).collect::<Result<Vec<_>, Raised>>()?;
    rt.tuple_from_owned(names)
}

fn stdlib_module_names(rt: &Rt) -> Res {
    let names = crate::traceback::STDLIB_NAMES.iter().map(|n| rt.str(n)).collect::<Result<Vec<_>, Raised>>()?;
    let names = rt.tuple_from_owned(names)?;
    rt.call(rt.kind_type(runtime::object::Kind::FrozenSet), &[*names])
}
