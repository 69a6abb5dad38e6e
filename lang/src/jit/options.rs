//! What can be chosen about machine code.

use super::JitMode;
use ::jit::Config;

/// How an engine makes machine code. A mode alone stands for the mode with everything else as usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JitOptions {
    /// When.
    pub mode: JitMode,
    /// With how many registers of each class at most; all if `None`. With fewer than [`MIN_REGISTERS`](::jit::MIN_REGISTERS) some functions stay
    /// interpreted.
    pub registers: Option<usize>,
    /// On how many other threads at most code is compiled that has run for a while ([`JitMode::Auto`]); there is one for all engines of a
    /// process, so that 1 is as good as more. With 0 the engine's own thread compiles: every run of a program then does the same at the same
    /// time, as it does in all other modes. So it is where the system gives no thread.
    pub threads: usize,
}

impl Default for JitOptions {
    fn default() -> JitOptions {
        JitOptions { mode: JitMode::default(), registers: None, threads: 1 }
    }
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
            passes: hir::passes::STANDARD,
            force_exits: self.mode == JitMode::Deopt,
            ..Config::default()
        }
    }
}
