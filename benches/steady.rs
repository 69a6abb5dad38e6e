//! How long one iteration of each program of `benches/programs` takes once its code is warm: everything in one process, through the
//! embedding interface. Sizes and expected results are those of `benches/programs/expected`.

use criterion::{Criterion, criterion_group, criterion_main};
use lang::jit::JitMode;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tally::{CodeKind, Engine, compile};

/// A program, its size, and what it prints.
struct Program {
    name: String,
    size: u64,
    output: String,
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs")
}

/// Every program with a recorded output: `# size N`, then what it prints.
fn programs() -> Vec<Program> {
    let entries = std::fs::read_dir(folder().join("expected")).expect("recorded outputs");
    let mut programs: Vec<Program> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a readable file");
            let (head, output) = text.split_once('\n').expect("a first line");
            let size = head.strip_prefix("# size ").and_then(|size| size.parse().ok()).expect("`# size N`");
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            Program { name, size, output: output.to_owned() }
        })
        .collect();
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    programs
}

/// Imports the program, which later runs find imported, and runs it once.
fn driver(program: &Program) -> String {
    format!(
        "import sys\nimport {0}\nresult = str({0}.run({1})) + '\\n'\nif result != sys.argv[1]: raise SystemExit(result)\n",
        program.name, program.size
    )
}

fn steady(c: &mut Criterion) {
    let mut group = c.benchmark_group("steady");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    let dir = folder().to_string_lossy().into_owned();
    for program in programs() {
        let filename: Arc<str> = Arc::from("driver.py");
        let code = compile(&driver(&program), &filename, CodeKind::Module).expect("it compiles").report();
        let engine = Engine::with_jit(&["driver.py".into(), program.output.clone()], &dir, JitMode::Auto);
        let engine = engine.expect("an engine");
        group.bench_function(&program.name, |b| {
            b.iter(|| assert!(engine.run_main(&code, None).is_ok(), "{} printed something else", program.name));
        });
    }
    group.finish();
}

criterion_group!(benches, steady);
criterion_main!(benches);
