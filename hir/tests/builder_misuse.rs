//! Random use of the builder, most of it wrong: it never panics, a refused step changes nothing, and what is finished passes every oracle.

use hir::random::{Choices, Xorshift};
use hir::{
    BinOp, BlockId, CmpOp, Constant, FrameId, Function, FunctionBuilder, Imm, InstData, NativeId, NativeSig, Opcode,
    Origin, Spec, Steal, Type, UnOp, ValueId, Variable, interp, refcount, text, verify, verify_refcounts,
};

const SEEDS: u64 = 1500;
const STEPS: usize = 120;

/// A builder and everything that was ever made with it, or with another: what a step may name.
struct Session {
    random: Xorshift,
    b: FunctionBuilder,
    values: Vec<ValueId>,
    blocks: Vec<BlockId>,
    frames: Vec<FrameId>,
    natives: Vec<NativeId>,
    variables: Vec<Variable>,
    /// Whether phis are made by hand, which random steps hardly ever complete.
    phis: bool,
    refused: usize,
}

fn below(random: &mut Xorshift, bound: usize) -> usize {
    random.below(bound as u32) as usize
}

const TYPES: [Type; 12] = [
    Type::OBJECT,
    Type::OPT_OBJECT,
    Type::LIST_EXACT,
    Type::TUPLE_EXACT,
    Type::SMALL_INT,
    Type::C_INT64,
    Type::C_BOOL,
    Type::C_DOUBLE,
    Type::STR_EXACT,
    Type::BOTTOM,
    Type::TOP,
    Type::ITER_RESULT,
];

impl Session {
    fn new(seed: u64) -> Session {
        // Another function's things, which every step must refuse.
        let mut other = FunctionBuilder::new("other");
        let block = other.create_block().expect("block");
        other.switch_to_block(block).expect("own block");
        let value = other.load_arg(0, Type::OBJECT).expect("argument");
        let frame = other.frame("other", 0, &[Some(value)]).expect("frame");
        let native = other.declare_native(NativeSig::new("n", &[], None)).expect("native");
        let variable = other.declare_var(Type::OBJECT).expect("variable");
        let mut b = FunctionBuilder::new("f");
        let entry = b.create_block().expect("block");
        b.switch_to_block(entry).expect("own block");
        let arg = b.load_arg(0, Type::OBJECT).expect("argument");
        let own = b.declare_var(Type::OBJECT).expect("variable");
        b.def_var(own, arg).expect("a definition");
        Session {
            random: Xorshift::new(seed),
            b,
            values: vec![value, arg],
            blocks: vec![block, entry],
            frames: vec![frame],
            natives: vec![native],
            variables: vec![variable, own],
            phis: seed.is_multiple_of(4),
            refused: 0,
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        below(&mut self.random, bound)
    }

    /// One of the last few, most of the time: those are likely to be right.
    fn pick<T: Copy>(random: &mut Xorshift, items: &[T]) -> T {
        let near = items.len().min(6);
        let from = if below(random, 4) == 0 { 0 } else { items.len() - near };
        items[from + below(random, items.len() - from)]
    }

    fn value(&mut self) -> ValueId {
        Self::pick(&mut self.random, &self.values)
    }

    fn block(&mut self) -> BlockId {
        Self::pick(&mut self.random, &self.blocks)
    }

    fn frame(&mut self) -> FrameId {
        Self::pick(&mut self.random, &self.frames)
    }

    fn ty(&mut self) -> Type {
        let ty = TYPES[self.below(TYPES.len())];
        if self.below(8) == 0 { ty.with_spec(Spec::Shape(7)) } else { ty }
    }

    fn imm(&mut self, kind: hir::ImmKind) -> Imm {
        use hir::ImmKind;
        let small = self.below(4) as u32;
        match kind {
            ImmKind::Index => Imm::Index(small),
            ImmKind::Const => {
                let constant = match small {
                    0 => Constant::None,
                    1 => Constant::Int(5),
                    2 => Constant::Str("s".into()),
                    _ => Constant::CInt(1),
                };
                self.b.constant(constant).map_or(Imm::Index(0), Imm::Const)
            }
            ImmKind::Name => self.b.name("name"),
            ImmKind::Type => {
                let ty = self.ty();
                self.b.type_imm(ty).unwrap_or(Imm::Index(0))
            }
            ImmKind::Shape => Imm::Shape(7),
            ImmKind::BinOp => Imm::BinOp(BinOp::ALL[self.below(BinOp::ALL.len())]),
            ImmKind::UnOp => Imm::UnOp(UnOp::ALL[self.below(UnOp::ALL.len())]),
            ImmKind::CmpOp => Imm::CmpOp(CmpOp::ALL[self.below(CmpOp::ALL.len())]),
            ImmKind::Native => Imm::Native(Self::pick(&mut self.random, &self.natives)),
        }
    }

    /// Any instruction, often with as many of everything as its row asks for.
    fn instruction(&mut self) -> InstData {
        let op = Opcode::ALL[self.below(Opcode::ALL.len())];
        let info = op.info();
        let imms: Vec<Imm> = info.imms.iter().map(|&kind| self.imm(kind)).collect();
        let extra = if info.operands.rest.is_some() { self.below(3) } else { usize::from(self.below(20) == 0) };
        let args: Vec<ValueId> = (0..info.operands.fixed.len() + extra).map(|_| self.value()).collect();
        let successors = match info.flow {
            hir::Flow::Ends(count) => usize::from(count),
            hir::Flow::Next | hir::Flow::Phi => usize::from(self.below(20) == 0),
        };
        let blocks: Vec<BlockId> = (0..successors).map(|_| self.block()).collect();
        let mut data = InstData::new(op, &args).imms(&imms).blocks(&blocks);
        if (info.contract.exit != hir::Exit::None) != (self.below(10) == 0) {
            data.frame = Some(self.frame());
        }
        if self.below(30) == 0 {
            data.imms.pop();
        }
        data
    }

    /// The number of an argument that was not asked for yet: one argument has one type.
    fn fresh(&self) -> u32 {
        self.b.func().inst_bound() as u32
    }

    fn append(&mut self) -> Result<(), hir::BuildError> {
        let mut data = self.instruction();
        if let (Opcode::LoadArg | Opcode::TakeArg, Some(index)) = (data.op, data.imms.first_mut()) {
            *index = Imm::Index(self.fresh());
        }
        let declared: Vec<Type> = match data.op {
            Opcode::LoadArg | Opcode::TakeArg | Opcode::IntBinary => vec![self.ty()],
            _ if self.below(10) == 0 => vec![self.ty()],
            _ => Vec::new(),
        };
        let inst = self.b.append(data, &declared)?;
        self.values.extend_from_slice(&self.b.func().inst(inst).results);
        Ok(())
    }

    fn declare_native(&mut self) -> Result<(), hir::BuildError> {
        let params = [self.ty(), self.ty()];
        let result = (self.below(3) > 0).then(|| self.ty());
        let mut signature = NativeSig::new(["a", "b", "c"][self.below(3)], &params, result);
        if self.below(2) == 0 {
            signature = signature.steal(self.below(2), [Steal::Always, Steal::OnSuccess][self.below(2)]);
        }
        if self.below(2) == 0 {
            let index = self.below(3) as u8;
            signature = signature.origin([Origin::Part(index), Origin::Copy(index), Origin::New][self.below(3)]);
        }
        self.natives.push(self.b.declare_native(signature)?);
        Ok(())
    }

    /// One step of any kind.
    fn step(&mut self) -> Result<(), hir::BuildError> {
        match self.below(16) {
            0 => self.blocks.push(self.b.create_block()?),
            1 => {
                let block = self.block();
                self.b.switch_to_block(block)?;
            }
            2 if self.phis => {
                let ty = self.ty();
                self.values.push(self.b.phi(ty)?);
            }
            3 => {
                let (phi, pred, value) = (self.value(), self.block(), self.value());
                self.b.add_phi_input(phi, pred, value)?;
            }
            4 => {
                let slots = [Some(self.value()), None];
                let frame = if self.below(3) == 0 {
                    let caller = self.frame();
                    self.b.inlined_frame("g", 1, &slots, caller)?
                } else {
                    self.b.frame("f", 1, &slots)?
                };
                self.frames.push(frame);
            }
            5 => self.declare_native()?,
            6 => {
                let ty = self.ty();
                let variable = self.b.declare_var(ty)?;
                if self.below(4) == 0 {
                    self.variables.push(variable);
                }
            }
            7 => {
                let (variable, value) = (Self::pick(&mut self.random, &self.variables), self.value());
                self.b.def_var(variable, value)?;
            }
            8 => {
                let variable = Self::pick(&mut self.random, &self.variables);
                self.values.push(self.b.use_var(variable)?);
            }
            9 => {
                let block = self.block();
                self.b.seal_block(block)?;
            }
            10 => {
                // Constants and arguments keep a supply of what is right.
                let ty = self.ty();
                let index = self.fresh();
                self.values.push(self.b.load_arg(index, ty)?);
            }
            11 => self.values.push(self.b.const_int(3)?),
            _ => self.append()?,
        }
        Ok(())
    }

    /// Ends what has no end, where it can with a branch to a block that nothing goes to, so that many functions can be finished.
    fn end_blocks(&mut self) {
        let blocks: Vec<BlockId> = self.b.func().blocks().collect();
        for &block in &blocks {
            self.b.switch_to_block(block).expect("own block");
            if self.b.is_filled() {
                continue;
            }
            let func = self.b.func();
            let lonely = |&to: &BlockId| !func.blocks().any(|from| func.successors(from).contains(&to));
            let next = blocks.iter().copied().filter(|&to| to > block).find(lonely);
            if next.and_then(|next| self.b.branch(next).ok()).is_none() {
                self.b.unreachable().expect("an open block takes its end");
            }
        }
        // Fails where a variable has no value; that is then told at the end.
        let _ = self.b.seal_all_blocks();
    }

    fn run(mut self) -> (usize, Option<Function>) {
        let bounds = |b: &FunctionBuilder| (b.func().inst_bound(), b.func().value_bound(), b.func().block_bound());
        for _ in 0..STEPS {
            let before = bounds(&self.b);
            if self.step().is_err() {
                self.refused += 1;
                assert_eq!(bounds(&self.b), before, "a refused step made something");
            }
        }
        self.end_blocks();
        match self.b.finish() {
            Ok(func) => (self.refused, Some(func)),
            Err(unfinished) => {
                assert!(!unfinished.errors.is_empty());
                assert!(!unfinished.to_string().is_empty());
                // What is there is still there, and can still be asked.
                assert!(unfinished.builder.finish().is_err());
                (self.refused, None)
            }
        }
    }
}

#[test]
fn any_use_is_refused_or_right() {
    let (mut refused, mut finished, mut insts) = (0, 0, 0);
    for seed in 1..=SEEDS {
        let (errors, func) = Session::new(seed).run();
        refused += errors;
        let Some(func) = func else { continue };
        finished += 1;
        insts += func.blocks().map(|block| func.insts(block).count()).sum::<usize>();
        oracles(seed, &func);
    }
    println!("{refused} steps refused, {finished} functions finished with {insts} instructions");
    assert!(refused > 10_000 && finished > 150 && insts > 3_000, "the test has no bite any more");
}

/// Everything that must hold of a finished function.
fn oracles(seed: u64, func: &Function) {
    let printed = func.to_string();
    let fail = |what: &str, error: String| -> ! { panic!("seed {seed}: {what}: {error}\n{printed}") };
    let parsed = text::parse_one(&printed).unwrap_or_else(|error| fail("parsing", error.to_string()));
    assert_eq!(parsed.to_string(), printed, "seed {seed}");
    let mut counted = func.clone();
    refcount::insert(&mut counted).unwrap_or_else(|error| fail("insertion", error.to_string()));
    verify(&counted).unwrap_or_else(|errors| fail("structure after insertion", errors[0].to_string()));
    verify_refcounts(&counted).unwrap_or_else(|errors| fail("counts", format!("{}\n{counted}", errors[0])));
    if let Err((_, trap)) = interp::run_all(&counted, 0..2) {
        // Such a function may well run into its `Unreachable`.
        if trap.kind != interp::TrapKind::Unreachable {
            fail("the checked interpreter", format!("{trap}\n{counted}"));
        }
    }
}
