//! What can be chosen about machine code.

use super::JitMode;
use ::jit::Config;

/// How an engine makes machine code. A mode alone stands for the mode with everything else as usual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JitOptions {
    /// When.
    pub mode: JitMode,
    /// With how many registers of each class at most; all if `None`. With fewer than [`MIN_REGISTERS`](::jit::MIN_REGISTERS) some functions stay
    /// interpreted.
    pub registers: Option<usize>,
}

impl From<JitMode> for JitOptions {
    fn from(mode: JitMode) -> JitOptions {
        JitOptions { mode, ..JitOptions::default() }
    }
}

impl JitOptions {
    /// The compiler's configuration.
    pub(super) fn config(self) -> Config {
        Config {
            register_budget: self.registers,
            verify: cfg!(debug_assertions),
            force_exits: self.mode == JitMode::Deopt,
            ..Config::default()
        }
    }
}
