//! The command line of `tally`: its forms, its exit codes, and what it says
//! about files it cannot run, constructs it does not support, interrupts and
//! closed pipes.
//!
//! What a program prints is the subject of `tests/programs.rs`; here is only
//! what needs a hand on the process: odd files, standard input, signals.

mod dump_code;
mod files;
mod forms;
mod hir;
mod hostile_sources;
mod machine_code;
mod options;
mod processes;
mod support;
mod unsupported;
