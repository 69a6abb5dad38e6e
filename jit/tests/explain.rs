//! Listings of what the stages of a compilation made.

use hir::text::parse_one;
use jit::emit::Part;
use jit::explain::Explained;
use jit::lower::{ArgPassing, Convention, Resolver};
use jit::{Config, Jit};

struct Nothing;

impl Resolver for Nothing {
    fn constant(&self, _: &hir::Constant) -> Option<u64> {
        Some(0xc0_ffee)
    }
    fn name(&self, _: &str) -> Option<u64> {
        None
    }
    fn native(&self, _: &str) -> Option<*const u8> {
        None
    }
}

fn explain(text: &str) -> Explained {
    let func = parse_one(text).unwrap_or_else(|error| panic!("{error}"));
    let jit = Jit::new(Config::default()).expect("memory for the routines");
    let convention = Convention { args: ArgPassing::Registers, callee: false };
    jit.explain(&func, &Nothing, convention).unwrap_or_else(|error| panic!("{error}"))
}

const GUARDED: &str = r#"
fun guarded {
  bb 0 {
    v0:Object = LoadArg<0> @1
    v1:CDouble = LoadArg<1> @1
    v2:CInt64 = LoadArg<2> @1
    v3:ImmortalNoneType[None] = Const<None> @1
    v4:SmallInt = GuardType<SmallInt> v0 exit fs0 @2
    v5:SmallInt = SmallIntBinary<add> v4 v4 exit fs0 @3
    Return v5 @4
  }
  fs0 = frame "guarded" 0 [v0 v1 v2 v3]
}
"#;

#[test]
fn lir_as_text() {
    let expected = "\
lir guarded {
  b0:
    params i0, f1, i2
    jump b1
  b1:
    ; v4:SmallInt = GuardType<SmallInt> v0 exit fs0 {v0 ref, v1 raw, v2 raw, v3 raw} @2
    if (i0 & 0x1) == 0 exit 0
    ; v5:SmallInt = SmallIntBinary<add> v4 v4 exit fs0 {v0 raw, v1 raw, v2 raw, v3 raw} @3
    i3 = sub i0, 1
    i4 = add i0, i3 else exit 1
    ; Return v5 @4
    return i4
  exit 0: GuardType to fs0 {v0 ref i0, v1 raw double f1, v2 raw int i2, v3 raw 0xc0ffee}
  exit 1: SmallIntBinary to fs0 {v0 raw i0, v1 raw double f1, v2 raw int i2, v3 raw 0xc0ffee}
}
";
    assert_eq!(explain(GUARDED).lir().to_string(), expected);
}

#[test]
fn parts_cover_the_code_in_order() {
    let explained = explain(GUARDED);
    let emitted = &explained.emitted;
    assert_eq!(emitted.parts.first(), Some(&(0, Part::Entry)));
    assert!(emitted.parts.is_sorted_by_key(|&(start, _)| start));
    assert!(emitted.parts.iter().all(|&(start, _)| (start as usize) < emitted.bytes.len()));
    let insts: usize = explained.lir.blocks.iter().map(|block| block.insts.len()).sum();
    let parts = emitted.parts.iter().filter(|(_, part)| matches!(part, Part::Inst(_))).count();
    assert_eq!(insts, parts);
    let exits = emitted.parts.iter().filter(|(_, part)| matches!(part, Part::Exit(_))).count();
    assert_eq!(exits, explained.exits.list.len());
}

#[test]
fn machine_code_as_text() {
    let explained = explain(GUARDED);
    let listing = explained.asm(Some("def guarded(a, b, c):\n    guess(a)\n    return a + a\n")).to_string();
    let start = format!(
        "asm guarded {{ ; bytes {}, spill slots 0, exits 2\nentry:\n    0000  push rbp\n",
        explained.emitted.bytes.len()
    );
    assert!(listing.starts_with(&start), "{listing}");
    for piece in [
        "\n; line 2: guess(a)\n  ; v4:SmallInt = GuardType<SmallInt> v0 ",
        "\n; line 3: return a + a\n  ; v5:SmallInt = SmallIntBinary<add> v4 v4 ",
        // Where the source has no such line.
        "\n; line 4\n  ; Return v5 @4\n",
        "  je exit_0\n",
        "  jo exit_1\n",
        "\nexit_1:\n  ; SmallIntBinary @3\n",
    ] {
        assert!(listing.contains(piece), "no {piece:?} in\n{listing}");
    }
    // Nothing that is no instruction.
    assert!(!listing.contains("(bad)"), "{listing}");
}
