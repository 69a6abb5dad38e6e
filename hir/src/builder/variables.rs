//! Phis: made by hand, and for variables.
//!
//! Variables: the builder is told where a variable is set and asked where it is read, and makes the phis that this needs, while the function
//! is built. Source: Braun, Buchwald, Hack, Leißa, Mallon, Zwinkau, "Simple and efficient construction of static single
//! assignment form", CC 2013. A block is *sealed* when all its predecessors are known; a read in one that is not makes a phi whose inputs
//! are found when it is sealed. A phi that turns out to have only one input besides itself is superfluous: it stands for that input, and
//! goes when the function is finished. The algorithm's recursion is a worklist here, so that no function is too deep.

use super::{Built, FunctionBuilder, Problem};
use crate::entity::{BlockId, Entity, EntityMap, InstId, MAX_ENTITIES, ValueId, has_brand, make};
use crate::function::InstData;
use crate::opcode::{Flow, Opcode};
use crate::ty::Type;
use rustc_hash::{FxHashMap, FxHashSet};

pub use crate::entity::Variable;

/// What is known of variables. No map here is ever iterated over: the order of its entries shows nowhere.
#[derive(Clone, Debug)]
pub(super) struct Variables {
    types: Vec<Type>,
    /// The value of a variable at the end of a block, so far.
    defs: FxHashMap<(Variable, BlockId), ValueId>,
    sealed: EntityMap<BlockId, bool>,
    /// The phis made in a block that is not sealed.
    incomplete: EntityMap<BlockId, Vec<(Variable, ValueId)>>,
    is_phi: EntityMap<ValueId, bool>,
    /// The variables' phis that have a variable's phi as input.
    users: FxHashMap<ValueId, Vec<InstId>>,
    /// What a superfluous phi stands for.
    aliases: EntityMap<ValueId, Option<ValueId>>,
    has_aliases: bool,
}

impl Default for Variables {
    fn default() -> Self {
        Variables {
            types: Vec::new(),
            defs: FxHashMap::default(),
            sealed: EntityMap::new(false),
            incomplete: EntityMap::new(Vec::new()),
            is_phi: EntityMap::new(false),
            users: FxHashMap::default(),
            aliases: EntityMap::new(None),
            has_aliases: false,
        }
    }
}

impl Variables {
    pub(super) fn is_sealed(&self, block: BlockId) -> bool {
        self.sealed[block]
    }

    pub(super) fn mark_sealed(&mut self, block: BlockId) {
        self.sealed[block] = true;
    }

    /// The phis of a block that wait for it to be sealed.
    pub(super) fn incomplete(&self, block: BlockId) -> &[(Variable, ValueId)] {
        &self.incomplete[block]
    }

    pub(super) fn is_variable_phi(&self, value: ValueId) -> bool {
        self.is_phi[value]
    }

    /// Whether any phi turned out superfluous.
    pub(super) fn has_aliases(&self) -> bool {
        self.has_aliases
    }

    /// What the value stands for: itself, unless it is a superfluous phi.
    pub(super) fn resolve(&self, mut value: ValueId) -> ValueId {
        while let Some(other) = self.aliases[value] {
            value = other;
        }
        value
    }
}

impl FunctionBuilder {
    // Phis by hand.

    /// A phi of this type in the current block, before its instructions. Give it one input for each predecessor with
    /// [`add_phi_input`](Self::add_phi_input), now or later.
    ///
    /// # Errors
    /// No current block, or the entry; a type that no value can have.
    pub fn phi(&mut self, ty: Type) -> Built<ValueId> {
        let block = self.current.ok_or_else(|| self.error(Problem::NoBlock))?;
        if self.func.entry() == Some(block) {
            return Err(self.error(Problem::PhiInEntry));
        }
        self.check_value_type(ty)?;
        self.reserve()?;
        let inst = self.insert_phi(block, ty);
        Ok(self.func.result(inst))
    }

    /// Says that `phi` is `value` when control comes from `pred`.
    ///
    /// # Errors
    /// `phi` is no phi, or a variable's; there is an input from `pred` already; the value's type is not within the phi's.
    pub fn add_phi_input(&mut self, phi: ValueId, pred: BlockId, value: ValueId) -> Built<()> {
        if self.vars.is_variable_phi(phi) && has_brand(phi, self.func.brand()) {
            return Err(self.error(Problem::VariablePhi(phi)));
        }
        let (phi, value) = (self.own(phi)?, self.own(value)?);
        self.check_block(pred)?;
        let def = self.func.value(phi).def;
        let in_phi = |problem| self.error_at(self.func.block_of(def), Some(def), problem);
        if self.func.inst(def).op.info().flow != Flow::Phi {
            return Err(in_phi(Problem::NotPhi(phi)));
        }
        let (expected, got) = (self.func.ty(phi), self.func.ty(value));
        if !got.is_subtype(expected) {
            let (expected, got) = (self.shown(expected), self.shown(got));
            return Err(in_phi(Problem::InputType { phi, value, expected, got }));
        }
        match self.func.inst(def).blocks.binary_search(&pred) {
            Ok(_) => Err(in_phi(Problem::DoubleInput { phi, pred })),
            Err(place) => {
                let data = self.func.inst_mut(def);
                data.blocks.insert(place, pred);
                data.args.insert(place, value);
                Ok(())
            }
        }
    }

    fn insert_phi(&mut self, block: BlockId, ty: Type) -> InstId {
        let data = InstData::new(Opcode::Phi, &[]).line(self.line);
        match self.func.first_non_phi(block) {
            Some(before) => self.func.insert_inst_before(before, data, &[ty]),
            None => self.func.append_inst(block, data, &[ty]),
        }
    }

    // Variables.

    /// A new variable for values of this type.
    ///
    /// # Errors
    /// No value can have the type.
    pub fn declare_var(&mut self, ty: Type) -> Built<Variable> {
        self.check_value_type(ty)?;
        let index = self.vars.types.len();
        if index >= MAX_ENTITIES {
            return Err(self.error(crate::TooLarge { kind: Variable::KIND }.into()));
        }
        self.vars.types.push(ty);
        Ok(make(self.func.brand(), index))
    }

    fn var_type(&self, variable: Variable) -> Built<Type> {
        let known = has_brand(variable, self.func.brand());
        let ty = self.vars.types.get(variable.index()).copied();
        ty.filter(|_| known).ok_or_else(|| self.error(Problem::ForeignVariable(variable)))
    }

    /// Puts a value into a variable, from here on in the current block.
    ///
    /// # Errors
    /// No open block; the value's type is not within the variable's; foreign things.
    pub fn def_var(&mut self, variable: Variable, value: ValueId) -> Built<()> {
        let block = self.open_block()?;
        let expected = self.var_type(variable)?;
        let value = self.own(value)?;
        let got = self.func.ty(value);
        if !got.is_subtype(expected) {
            let (expected, got) = (self.shown(expected), self.shown(got));
            return Err(self.error(Problem::VariableType { variable, value, expected, got }));
        }
        self.vars.defs.insert((variable, block), value);
        Ok(())
    }

    /// The value of a variable at this place in the current block.
    ///
    /// # Errors
    /// No open block; the variable has no value on some path to here (as far as blocks are sealed; the rest shows when they are).
    pub fn use_var(&mut self, variable: Variable) -> Built<ValueId> {
        let block = self.open_block()?;
        self.var_type(variable)?;
        self.check_defined(variable, &[block])?;
        Ok(self.read(variable, block))
    }

    /// Says that no more blocks will go to this one.
    ///
    /// # Errors
    /// It is sealed already; a variable that was read in it, or behind it, has no value on some path. It then is as it was.
    pub fn seal_block(&mut self, block: BlockId) -> Built<()> {
        self.check_block(block)?;
        if self.vars.sealed[block] {
            return Err(self.error(Problem::SealedTwice(block)));
        }
        let incomplete = self.vars.incomplete[block].clone();
        for &(variable, _) in &incomplete {
            if self.preds[block].is_empty() {
                return Err(self.error(Problem::UndefinedVariable { variable, start: block }));
            }
            self.check_defined(variable, &self.preds[block])?;
        }
        self.vars.sealed[block] = true;
        self.vars.incomplete[block] = Vec::new();
        for (variable, phi) in incomplete {
            self.complete(variable, vec![(block, phi)]);
        }
        Ok(())
    }

    /// Seals every block that is not sealed.
    ///
    /// # Errors
    /// As [`seal_block`](Self::seal_block), for the first block where there is one; those before it are sealed.
    pub fn seal_all_blocks(&mut self) -> Built<()> {
        let blocks: Vec<BlockId> = self.func.blocks().filter(|&block| !self.vars.sealed[block]).collect();
        blocks.into_iter().try_for_each(|block| self.seal_block(block))
    }

    /// Checks that every path back from the ends of `starts` comes to a definition, or to a block that is not sealed, and that there is
    /// room for the phis that a read may need.
    fn check_defined(&self, variable: Variable, starts: &[BlockId]) -> Built<()> {
        let mut seen: FxHashSet<BlockId> = starts.iter().copied().collect();
        let mut work = starts.to_vec();
        while let Some(block) = work.pop() {
            if self.vars.defs.contains_key(&(variable, block)) || !self.vars.sealed[block] {
                continue;
            }
            if self.preds[block].is_empty() {
                return Err(self.error(Problem::UndefinedVariable { variable, start: block }));
            }
            work.extend(self.preds[block].iter().filter(|&&pred| seen.insert(pred)));
        }
        self.func.reserve(seen.len()).map_err(|error| self.error(error.into()))
    }

    /// The value of a variable at the end of what there is of a block.
    fn read(&mut self, variable: Variable, block: BlockId) -> ValueId {
        let mut pending = Vec::new();
        let value = self.find(variable, block, &mut pending);
        self.complete(variable, pending);
        self.vars.resolve(value)
    }

    /// The value of a variable at the end of a block: the nearest definition, or a phi. A phi that needs inputs is added to `pending`.
    fn find(&mut self, variable: Variable, block: BlockId, pending: &mut Vec<(BlockId, ValueId)>) -> ValueId {
        let mut passed = Vec::new();
        let mut at = block;
        let value = loop {
            if let Some(&value) = self.vars.defs.get(&(variable, at)) {
                break value;
            }
            if !self.vars.sealed[at] {
                let phi = self.variable_phi(variable, at);
                self.vars.incomplete[at].push((variable, phi));
                break phi;
            }
            match self.preds[at][..] {
                // A way back longer than there are blocks goes round a loop that nothing enters.
                [pred] if passed.len() <= self.func.block_bound() => {
                    passed.push(at);
                    at = pred;
                }
                _ => {
                    let phi = self.variable_phi(variable, at);
                    pending.push((at, phi));
                    break phi;
                }
            }
        };
        for block in passed {
            self.vars.defs.entry((variable, block)).or_insert(value);
        }
        value
    }

    fn variable_phi(&mut self, variable: Variable, block: BlockId) -> ValueId {
        let inst = self.insert_phi(block, self.vars.types[variable.index()]);
        let phi = self.func.result(inst);
        self.vars.is_phi[phi] = true;
        self.vars.defs.insert((variable, block), phi);
        phi
    }

    /// Finds the inputs of phis, and those of the phis that this makes.
    fn complete(&mut self, variable: Variable, mut pending: Vec<(BlockId, ValueId)>) {
        let mut made = Vec::new();
        while let Some((block, phi)) = pending.pop() {
            let inst = self.func.value(phi).def;
            let mut preds = self.preds[block].clone();
            preds.sort_unstable();
            for &pred in &preds {
                let found = self.find(variable, pred, &mut pending);
                let input = self.vars.resolve(found);
                self.func.inst_mut(inst).args.push(input);
                if self.vars.is_phi[input] {
                    self.vars.users.entry(input).or_default().push(inst);
                }
            }
            self.func.inst_mut(inst).blocks.extend_from_slice(&preds);
            made.push(inst);
        }
        self.remove_superfluous(made);
    }

    /// Lets each phi whose inputs are one value and itself stand for that value, and looks again at the phis that had it as input.
    fn remove_superfluous(&mut self, mut phis: Vec<InstId>) {
        while let Some(inst) = phis.pop() {
            let phi = self.func.result(inst);
            if self.vars.aliases[phi].is_some() {
                continue;
            }
            let mut inputs = self.func.inst(inst).args.iter().map(|&input| self.vars.resolve(input));
            let Some(only) = inputs.clone().find(|&input| input != phi) else { continue };
            if inputs.any(|input| input != phi && input != only) {
                continue;
            }
            self.vars.aliases[phi] = Some(only);
            self.vars.has_aliases = true;
            let users = self.vars.users.remove(&phi).unwrap_or_default();
            phis.extend_from_slice(&users);
            if self.vars.is_phi[only] {
                self.vars.users.entry(only).or_default().extend(users);
            }
        }
    }
}
