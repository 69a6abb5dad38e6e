//! Unit tests of the text form.

use super::{Place, Position, Problem, parse, parse_one};
use crate::*;

#[test]
fn a_function_prints_as_documented() {
    let mut func = Function::new("name");
    func.set_world(World::Observing);
    func.set_counted(true);
    let sig =
        NativeSig::new("take it", &[Type::OBJECT, Type::OBJECT], Some(Type::OPT_OBJECT)).steal(1, Steal::OnSuccess);
    let native = func.declare_native(sig);
    let block = func.append_block();
    let arg = func.append_inst(block, InstData::new(Opcode::LoadArg, &[]).imms(&[Imm::Index(0)]), &[Type::OBJECT]);
    let arg = func.result(arg);
    let code = func.intern_name("f");
    let unused = FrameState { code, pc: 1, slots: vec![], caller: None };
    let outer = func.intern_frame(unused);
    let used = FrameState { code, pc: 12, slots: vec![Some(arg), None], caller: Some(outer) };
    let frame = func.intern_frame(used);
    func.intern_frame(FrameState { code, pc: 99, slots: vec![], caller: None });
    let mut call = InstData::new(Opcode::CallNative, &[arg, arg]).imms(&[Imm::Native(native)]).frame(frame).line(12);
    call.exit_refs.push((arg, RefKind::Borrowed));
    func.append_inst(block, call, &[Type::OPT_OBJECT]);
    func.append_inst(block, InstData::new(Opcode::Return, &[arg]), &[]);
    let owned = Claim { copies: [arg].into_iter().collect(), state: ClaimState::Owned };
    let state = ClaimState::Borrowed { memory: Memory::SLOTS.or(Memory::SHAPES), owners: [arg].into_iter().collect() };
    let borrowed = Claim { copies: [arg, arg].into_iter().collect(), state };
    func.set_claims(block, vec![owned, borrowed]);
    let expected = r#"native @"take it"(Object, steal-ok Object) -> OptObject new reads all writes all can raise alloc run drop

fun name observing counted {
  bb 0 {
    given v0 own, v0+v0 ref slots shapes v0
    v0:Object = LoadArg<0>
    v1:OptObject = CallNative<@"take it"> v0 v0 exit fs1 {v0 ref} @12
    Return v0
  }
  fs0 = frame "f" 1 []
  fs1 = frame "f" 12 [v0 -] in fs0
}
"#;
    assert_eq!(func.to_string(), expected);
}

/// Prints, parses and prints again.
fn round_trip(func: &Function) -> Function {
    let text = func.to_string();
    let again = parse_one(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.to_string(), text);
    again
}

/// An immediate of this kind.
fn immediate(func: &mut Function, kind: ImmKind, native: NativeId) -> Vec<Imm> {
    match kind {
        ImmKind::Index => vec![Imm::Index(0), Imm::Index(u32::MAX)],
        ImmKind::Const => vec![Imm::Const(func.intern_constant(Constant::True))],
        ImmKind::Name => {
            ["", "append", "a \"b\" \\ \n\t\r\u{1} é \u{1f40d}"].map(|name| Imm::Name(func.intern_name(name))).to_vec()
        }
        ImmKind::Type => vec![Imm::Type(func.intern_type(Type::LIST_EXACT))],
        ImmKind::Shape => vec![Imm::Shape(57)],
        ImmKind::BinOp => BinOp::ALL.iter().map(|&op| Imm::BinOp(op)).collect(),
        ImmKind::UnOp => UnOp::ALL.iter().map(|&op| Imm::UnOp(op)).collect(),
        ImmKind::CmpOp => CmpOp::ALL.iter().map(|&op| Imm::CmpOp(op)).collect(),
        ImmKind::Native => vec![Imm::Native(native)],
    }
}

#[test]
fn every_opcode_with_every_immediate_round_trips() {
    let mut func = Function::new("every");
    let native = func.declare_native(NativeSig::new("n", &[], None));
    let (entry, other) = (func.append_block(), func.append_block());
    let arg = func.append_inst(entry, InstData::new(Opcode::LoadArg, &[]).imms(&[Imm::Index(0)]), &[Type::OBJECT]);
    let arg = func.result(arg);
    let code = func.intern_name("code");
    let frame = func.intern_frame(FrameState { code, pc: 1, slots: vec![Some(arg), None], caller: None });
    let mut count = 1;
    for &op in Opcode::ALL {
        let info = op.info();
        let choices: Vec<Vec<Imm>> = info.imms.iter().map(|&kind| immediate(&mut func, kind, native)).collect();
        for choice in 0..choices.iter().map(Vec::len).max().unwrap_or(1) {
            let imms: Vec<Imm> = choices.iter().map(|of_kind| of_kind[choice % of_kind.len()]).collect();
            let args = vec![arg; info.operands.fixed.len() + 2 * usize::from(info.operands.rest.is_some())];
            let mut data = InstData::new(op, &args).imms(&imms).line(choice as u32);
            if let Flow::Ends(blocks) = info.flow {
                data = data.blocks(&[other, entry][..usize::from(blocks)]);
            }
            if info.flow == Flow::Phi {
                data = data.blocks(&[entry, other]);
            }
            if info.contract.exit != Exit::None {
                data = data.frame(frame);
                data.exit_refs = [RefKind::Owned, RefKind::Borrowed, RefKind::Raw].map(|kind| (arg, kind)).to_vec();
            }
            func.append_inst(other, data, &vec![Type::OBJECT; info.results.len()]);
            count += 1;
        }
    }
    let again = round_trip(&func);
    let ops = |func: &Function| func.blocks().flat_map(|b| func.insts(b)).map(|i| func.inst(i).op).collect::<Vec<_>>();
    assert_eq!(ops(&again), ops(&func));
    assert_eq!(ops(&again).len(), count);
}

/// The type that a text says, and the function it is in.
fn parse_type(text: &str) -> (Function, Type) {
    let func = parse_one(&format!("fun f {{\nbb 0 {{\nv0:{text} = LoadArg<0>\n}}\n}}\n"));
    let func = func.unwrap_or_else(|error| panic!("{error}"));
    let ty = func.ty(func.value_at(0).unwrap());
    (func, ty)
}

#[test]
fn every_type_round_trips() {
    let named = ty::ATOMS.iter().chain(ty::UNIONS).map(|&(ty, _)| ty);
    let bases: Vec<Type> = named.chain([Type::TOP, Type::BOTTOM, Type::ITER_RESULT, Type::OPT_NUMBER]).collect();
    let func = Function::new("f");
    let mut rng = Rng(1);
    for &base in &bases {
        let with_another = base.union(bases[rng.below(bases.len())]).union(bases[rng.below(bases.len())]);
        for ty in [base, with_another] {
            for ty in [ty, ty.or_null(), ty.mortal(), ty.immortal(), ty.or_null().immortal(), ty.without_null()] {
                for spec in [Spec::None, Spec::Shape(57), Spec::Len(0)] {
                    let ty = ty.with_spec(spec);
                    let text = text::display_type(&func, ty).to_string();
                    let (again, parsed) = parse_type(&text);
                    assert_eq!(parsed, ty, "{text}");
                    assert_eq!(text::display_type(&again, parsed).to_string(), text);
                }
            }
        }
    }
}

#[test]
fn types_print_their_documented_form() {
    let texts = [
        "OptObject",
        "ImmortalNoneType",
        "SmallInt[5]",
        "TupleExact[len 3]",
        "Instance[shape 57]",
        "NoneType|StrExact",
        "Top",
        "Bottom",
        "Nullptr",
        "OptObject|IterDone",
        "MortalOptList",
        "CBool[cbool(true)]",
        "Class[object(4 Class[entry(1 Tuple[len 2])])]",
    ];
    for text in texts {
        let (func, ty) = parse_type(text);
        assert_eq!(text::display_type(&func, ty).to_string(), text);
    }
    assert_eq!(parse_type("Immortal|NoneType".replace('|', "").as_str()).1, Type::NONE_TYPE.immortal());
}

/// Forms of each kind of constant. The match makes a new kind come here.
fn constants() -> Vec<Constant> {
    use Constant::*;
    let forms = |constant: Constant| -> Vec<Constant> {
        match constant {
            Nullptr | None | True | False | Ellipsis | NotImplemented => vec![constant],
            Int(_) => [0, 5, -7, 1 << 61, *Constant::SMALL_INTS.start(), *Constant::SMALL_INTS.end()].map(Int).to_vec(),
            Float(_) => floats().map(Float).collect(),
            Str(_) => ["", "text", "\"\\\n\r\t\0\u{7f}\u{85}; é\u{1f40d}"].map(|text| Str(text.into())).to_vec(),
            Names(_) => vec![Names(Box::new([])), Names(["a".into(), "b c".into()].into())],
            Entry { .. } => [0, u32::MAX].map(|index| Entry { index, ty: Type::OBJECT }).to_vec(),
            Object { .. } => vec![Object { index: 4, ty: Type::CLASS.mortal() }],
            CInt(_) => [0, i64::MIN, i64::MAX].map(CInt).to_vec(),
            CDouble(_) => floats().map(CDouble).collect(),
            CBool(_) => vec![CBool(true), CBool(false)],
        }
    };
    let kinds = [
        Nullptr,
        None,
        True,
        False,
        Ellipsis,
        NotImplemented,
        Int(0),
        Float(0),
        Str("".into()),
        Names(Box::new([])),
        Entry { index: 0, ty: Type::OBJECT },
        Object { index: 0, ty: Type::OBJECT },
        CInt(0),
        CDouble(0),
        CBool(true),
    ];
    kinds.into_iter().flat_map(forms).collect()
}

fn floats() -> impl Iterator<Item = u64> {
    let values = [
        0.0,
        -0.0,
        2.5,
        1.0,
        1e16,
        1e300,
        5e-324,
        f64::MAX,
        -1e-7,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        -f64::NAN,
    ];
    values.into_iter().map(f64::to_bits).chain([0x7ff0_0000_0000_0001])
}

#[test]
fn every_constant_round_trips() {
    let mut func = Function::new("constants");
    let block = func.append_block();
    for constant in constants() {
        let id = func.intern_constant(constant);
        let ty = func.constant_type(id);
        func.append_inst(block, InstData::new(Opcode::Const, &[]).imms(&[Imm::Const(id)]), &[ty]);
    }
    let again = round_trip(&func);
    for (index, constant) in constants().into_iter().enumerate() {
        let value = again.value_at(index).unwrap();
        let Imm::Const(id) = again.inst(again.value(value).def).imms[0] else { panic!("no constant") };
        assert_eq!(*again.constant(id), constant);
    }
}

#[test]
fn every_form_of_native_round_trips() {
    let origins = [
        Origin::Uncounted,
        Origin::New,
        Origin::Function,
        Origin::Memory(Memory::SLOTS.or(Memory::HOST)),
        Origin::Part(1),
        Origin::Item(0, Memory::LIST_ITEMS),
        Origin::Copy(2),
        Origin::Joined,
    ];
    let mut func = Function::new("not an identifier");
    for (index, origin) in origins.into_iter().enumerate() {
        let result = (index % 2 == 0).then_some(Type::OPT_OBJECT);
        let sig = NativeSig::new(&format!("n{index}"), &[Type::OBJECT; 3], result)
            .steal(0, Steal::Always)
            .steal(1, Steal::OnSuccess);
        let sig = sig.origin(origin);
        func.declare_native(if index < 4 {
            sig.effects(Memory::SLOTS, Memory::NONE, Can::RAISE.or(Can::DROP))
        } else {
            sig
        });
    }
    for (class, _) in Memory::CLASSES {
        let sig = NativeSig::new(&format!("{class} 1"), &[], None);
        func.declare_native(sig.effects(*class, *class, Can::NOTHING).origin(Origin::Memory(*class)));
    }
    let again = round_trip(&func);
    let signatures = |func: &Function| func.natives().map(|(_, sig)| sig.clone()).collect::<Vec<_>>();
    assert_eq!(signatures(&again), signatures(&func));
}

#[test]
fn numbers_with_gaps_and_forward_references_are_kept() {
    let text = r#"fun f {
  bb 3 {
    v9:Object = LoadArg<0>
    Branch<7>
  }
  bb 5 {
    v2:Object = Assign v4 @7
    Branch<7>
  }
  bb 7 {
    v4:Object = Phi<3, 5> v9 v2
    Guard v9 exit fs4
    CondBranch<5, 1> v4
  }
  bb 1 {
    Return v4
  }
  fs1 = frame "f" 3 [v4]
  fs4 = frame "g" 3 [v9 - v2] in fs1
}
"#;
    let func = parse_one(text).unwrap();
    assert_eq!(func.to_string(), text);
    assert_eq!((func.block_bound(), func.value_bound()), (8, 10));
    assert!(func.value_at(3).is_none() && func.block_at(2).is_none());
    let (printed, map) = text::print_mapped(&func);
    let (_, parsed_map) = text::parse_mapped(text).unwrap().remove(0);
    assert_eq!(printed, text);
    let guard = func.insts(func.block_at(7).unwrap()).nth(1).unwrap();
    let frame = func.inst(guard).frame.unwrap();
    for map in [map, parsed_map] {
        let at = |place| map.position(place).map(|at| (at.line, at.column));
        assert_eq!(at(Place::Function), Some((1, 1)));
        assert_eq!(at(Place::Inst(guard)), Some((12, 5)));
        assert_eq!(at(Place::Block(func.block_at(1).unwrap())), Some((15, 3)));
        assert_eq!(at(Place::Frame(frame)), Some((19, 3)));
    }
}

#[test]
fn errors_say_where_and_what() {
    let text = "fun f {\n  bb 0 {\n    v0:Object = LoadArg<x>\n  }\n}\n";
    let error = parse(text).unwrap_err();
    assert_eq!(error.at, Position { line: 3, column: 25 });
    assert_eq!(
        error.to_string(),
        "3:25: expected a number, found `x`\n  |     v0:Object = LoadArg<x>\n  |                         ^"
    );
}

#[test]
fn short_texts_cannot_make_the_parser_allocate_much() {
    let sparse =
        |number: usize| parse(&format!("fun f {{\nbb 0 {{\nv{number}:Object = LoadArg<0>\nReturn v{number}\n}}\n}}\n"));
    assert!(sparse(1000).is_ok());
    assert!(matches!(sparse(text::MAX_UNUSED + 1).unwrap_err().problem, Problem::Sparse(_)));
    assert!(matches!(sparse(1 << 24).unwrap_err().problem, Problem::Number(_)));
    assert!(matches!(sparse(usize::MAX).unwrap_err().problem, Problem::Number(_)));
    let many = format!("fun f {{\nbb {} {{\n}}\n}}\n", text::MAX_UNUSED / 2).repeat(3);
    assert!(matches!(parse(&many).unwrap_err().problem, Problem::Sparse(_)));
    let frames = format!("fun f {{\nfs{} = frame \"\" 0 []\n}}\n", text::MAX_UNUSED / 2);
    assert!(matches!(parse(&frames).unwrap_err().problem, Problem::Sparse(_)));
    let deep = "object(1 Object[".repeat(100_000);
    assert!(matches!(parse(&format!("native @n(Object[{deep}")).unwrap_err().problem, Problem::TooDeep));
    let long = parse(&" ".repeat(text::MAX_TEXT + 1)).unwrap_err();
    assert!(matches!(long.problem, Problem::TooMany("bytes")));
    let line = format!("fun f {{ {}", "x".repeat(1_000_000));
    assert!(parse(&line).unwrap_err().to_string().len() < 2000);
}

/// The generator of Marsaglia (xorshift), for repeatable tests.
struct Rng(u64);

impl Rng {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

const SAMPLE: &str = r#"native @take(steal Object, Object, steal-ok Tuple[len 2]) -> OptObject item(0 slots list) reads all writes host can raise run

fun "a b" observing counted {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:OptObject, v2:OptObject = LoadMethod<"append"> v0 @12
    v3:Object = CheckExc v1 exit fs0 {v0 ref, v3 own, v2 raw} @12
    v6:SmallInt[5] = Const<5>
    v7:FloatExact = Const<-2.5e-10>
    v12:OptObject = CallNative<@take> v0 v0 v3 exit fs1
    CondBranchType<MortalListExact, 1, 2> v0
  }
  bb 1 {
    given v5 own, v7+v6 own, v3 ref list v5, v2 ref, v1 raw
    v10:Object = Phi<0, 3> v3 v5
    v5:Instance[shape 3] = GuardShape<shape 3> v10 exit fs0
    v11:CBool = AddSlot<shape 3, shape 4, 2> v5 v0
    Branch<2>
  }
  bb 2 {
    v13:TupleExact[names("a" "b")] = Const<names("a" "b")>
    Return v13
  }
  bb 3 {
    v14:Class[object(4 Class)] = Const<object(4 Class)>
    Unwind exit fs1
  }
  fs0 = frame "f" 12 [v0 - v1]
  fs1 = frame "g\n" 3 [v2] in fs0
}
"#;

/// Any text: what parses also prints, and prints the same again.
fn parse_anything(text: &str) -> bool {
    let Ok(functions) = parse(text) else { return false };
    for func in functions {
        round_trip(&func);
    }
    true
}

#[test]
fn mutated_texts_never_panic() {
    assert_eq!(parse_one(SAMPLE).unwrap().to_string(), SAMPLE);
    let mut rng = Rng(7);
    let mut accepted = 0;
    let signs: Vec<char> = "v0123456789<>{}[]()@,;:\"\\\n -|+x\u{e9}".chars().collect();
    for _ in 0..4000 {
        let mut text: Vec<char> = SAMPLE.chars().collect();
        for _ in 0..1 + rng.below(3) {
            let (at, from) = (rng.below(text.len()), rng.below(text.len()));
            let len = rng.below(12).min(text.len() - from.max(at));
            match rng.below(4) {
                0 => drop(text.drain(at..at + len)),
                1 => drop(text.splice(at..at + len, text[from..from + len].to_vec()).count()),
                2 => text[at] = signs[rng.below(signs.len())],
                _ => drop(text.splice(at..at, ['9', '9', '9', '9', '9', '9']).count()),
            }
        }
        accepted += usize::from(parse_anything(&text.into_iter().collect::<String>()));
    }
    assert!(accepted > 100, "only {accepted} mutants are texts at all");
}

#[test]
fn soups_of_tokens_never_panic() {
    let mut words: Vec<&str> = SAMPLE.split_inclusive([' ', '\n', ',', '<', '>', '(', ')', '{', '}']).collect();
    words.extend([
        "\"",
        "\\",
        "-inf",
        "nan:0x7ff8000000000000",
        "nan:",
        "cint(",
        "1e999",
        "v99999999999",
        "\u{0}",
        ";",
        "-",
        "->",
    ]);
    let mut rng = Rng(11);
    for _ in 0..3000 {
        let soup: String = (0..rng.below(40)).map(|_| words[rng.below(words.len())]).collect();
        parse_anything(&soup);
        parse_anything(&format!("fun f {{\nbb 0 {{\n{soup}\n}}\n}}\n"));
    }
}
