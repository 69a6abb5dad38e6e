//! Golden files of HIR: one trial for each file below `tests/filetests/`. `TALLY_BLESS=1` rewrites their
//! expectations. `src/filetest/mod.rs` describes the files.

use libtest_mimic::{Arguments, Trial};
use std::path::Path;
use tally::filetest;

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let files = match filetest::files(&root) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("tests/filetests.rs: cannot collect the files: {error}");
            std::process::exit(101);
        }
    };
    let trials = files.into_iter().map(|path| {
        let name = path.strip_prefix(&root).unwrap_or(&path).with_extension("").display().to_string();
        Trial::test(name, move || filetest::check_or_bless(&path).map_err(|failure| failure.to_string().into()))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}
