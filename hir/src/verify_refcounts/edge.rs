//! Claims: their form, and what each edge must bring.

use super::classes::Class;
use super::{Place, Problem, Verifier};
use crate::{BlockId, Claim, ClaimState, Entity, Function, Memory, ValueId};
use smallvec::SmallVec;
use std::fmt::Write as _;

impl<'f> Verifier<'f> {
    /// R13 for one claim, as far as it concerns this claim: the class that it is about, if it is the first about it.
    pub(super) fn check_claim(&mut self, block: BlockId, claim: &Claim) -> Option<Class> {
        let place = Place::Entry(block);
        let Some(&first) = claim.copies.first() else {
            self.report(place, Problem::EmptyClaim);
            return None;
        };
        if let Some(&value) = claim.copies.iter().find(|&&copy| self.func.get_value(copy).is_none()) {
            self.report(place, Problem::Unknown { value });
            return None;
        }
        let class = self.classes.class(first)?;
        // A phi of this block starts here, so nothing that copies it can be alive already.
        let phi = self.phi_of(class, block);
        for &other in &claim.copies {
            if self.classes.class(other) != Some(class) || phi.is_some_and(|phi| phi != other) {
                self.report(place, Problem::NotCopies { value: phi.unwrap_or(first), other });
            }
        }
        if self.state.has(class) {
            self.report(place, Problem::ClaimedTwice { value: first });
            return None;
        }
        Some(class)
    }

    /// Sets the anchors of what is claimed borrowed; R13 for owners.
    pub(super) fn anchor_claims(&mut self, block: BlockId) {
        let func: &'f Function = self.func;
        for claim in func.claims(block) {
            let (ClaimState::Borrowed { memory, owners }, Some(&value)) = (&claim.state, claim.copies.first()) else {
                continue;
            };
            // Malformed claims have been reported.
            let Some(class) = self.classes.class(value).filter(|&class| self.state.has(class)) else { continue };
            let mut anchors: SmallVec<[Class; 4]> = SmallVec::new();
            for &owner in owners {
                let known = self.func.get_value(owner).and_then(|_| self.classes.class(owner));
                match known {
                    Some(anchor) if anchor == class => {
                        self.report(Place::Entry(block), Problem::SelfOwner { value });
                    }
                    Some(anchor) if self.state.has(anchor) => anchors.push(anchor),
                    Some(_) if self.counted(owner).is_none() => {}
                    _ => self.report(Place::Entry(block), Problem::UnclaimedOwner { value, owner }),
                }
            }
            self.state.anchor(class, *memory, anchors.into_iter());
        }
    }

    /// R2 and R14 to R16 for one edge, from the present state.
    pub(super) fn edge(&mut self, from: BlockId, to: BlockId) {
        let func: &'f Function = self.func;
        let place = Place::Edge(from, to);
        self.counts.clear();
        self.owned_phis.clear();
        let mut incoming = Vec::with_capacity(func.claims(to).len());
        for claim in func.claims(to) {
            incoming.push(self.incoming(from, to, claim));
            if let (ClaimState::Owned, Some(&value)) = (&claim.state, claim.copies.first()) {
                self.owned_phis.add(value.index());
            }
        }
        for (claim, class) in func.claims(to).iter().zip(incoming) {
            let (Some(class), Some(&value)) = (class, claim.copies.first()) else { continue };
            match &claim.state {
                ClaimState::Owned => {}
                ClaimState::Uncounted => self.report(place, Problem::EdgeUncounted { value }),
                ClaimState::Borrowed { memory, owners } => {
                    let is_phi = self.is_phi_of(value, to);
                    self.mark_owners(from, to, owners, (!is_phi).then_some(class));
                    self.check_support(place, value, class, *memory);
                }
            }
        }
        self.check_edge_units(place);
    }

    /// The class of what a claim gets on this edge, if that may be counted; for an owned claim, a unit of it is asked for.
    fn incoming(&mut self, from: BlockId, to: BlockId, claim: &Claim) -> Option<Class> {
        let first = *claim.copies.first()?;
        let source = if self.is_phi_of(first, to) { self.phi_input(first, from) } else { self.live_in(first, claim) };
        let value = match source {
            Ok(value) => value,
            Err(value) => {
                self.report(Place::Edge(from, to), Problem::Unknown { value });
                if claim.state != ClaimState::Owned {
                    return None;
                }
                first
            }
        };
        let class = self.counted(value)?;
        if claim.state == ClaimState::Owned {
            self.counts.add(class, first);
        }
        Some(class)
    }

    /// The phi that the class is the copies of, if it is one of this block.
    fn phi_of(&self, class: Class, block: BlockId) -> Option<ValueId> {
        self.classes.source(self.func, class).filter(|&source| self.is_phi_of(source, block))
    }

    /// The value that a phi gets from a predecessor, or the one that is not known there.
    fn phi_input(&self, phi: ValueId, from: BlockId) -> Result<ValueId, ValueId> {
        let data = self.func.get_value(phi).and_then(|data| self.func.get_inst(data.def)).ok_or(phi)?;
        let index = data.blocks.binary_search(&from).map_err(|_| phi)?;
        let input = data.args.get(index).copied().filter(|&input| self.func.get_value(input).is_some()).ok_or(phi)?;
        if self.counted(input).is_none() || self.state.knows(input) { Ok(input) } else { Err(input) }
    }

    /// A value of a claim that is no phi's, or the one that is not known at the end of the predecessor.
    fn live_in(&self, first: ValueId, claim: &Claim) -> Result<ValueId, ValueId> {
        let class = self.classes.class(first).ok_or(first)?;
        if self.classes.never_counted(class) {
            return Ok(first);
        }
        // A copy that is not counted must be known, too: it says of the others that they are not.
        claim.copies.iter().find(|&&copy| !self.state.knows(copy)).map_or(Ok(first), |&copy| Err(copy))
    }

    /// Marks the classes that the owners in a claim stand for on this edge.
    fn mark_owners(&mut self, from: BlockId, to: BlockId, owners: &[ValueId], claimed: Option<Class>) {
        self.covered.clear();
        for &owner in owners {
            let Some(class) = self.classes.class(owner) else { continue };
            let class = match self.phi_of(class, to) {
                // That the claimed class lives while it lives says nothing.
                None => Some(class).filter(|_| Some(class) != claimed),
                // The phi holds the unit of its operand. A phi that is itself borrowed holds nothing that its own claim does not
                // name, and what is borrowed from an earlier value of the phi does not live while the new one does.
                Some(phi) if self.owned_phis.has(phi.index()) => {
                    self.phi_input(phi, from).ok().and_then(|input| self.counted(input))
                }
                Some(_) => None,
            };
            if let Some(class) = class {
                self.covered.add(class.index());
            }
        }
    }

    /// R15: `class` is alive because of something other than units that stay behind, all of which the claim names.
    ///
    /// What the marked classes do not cover must be borrowed itself, and its anchors covered. Where anchors form a circle, each of
    /// them is looked at once: what really keeps them alive is an anchor of one of them, and is asked for there.
    fn check_support(&mut self, place: Place, value: ValueId, class: Class, memory: Memory) {
        if self.covered.has(class.index()) {
            return;
        }
        let mut missing = String::new();
        let mut open: SmallVec<[Class; 8]> = SmallVec::from_slice(&[class]);
        while let Some(next) = open.pop() {
            if self.state.is_uncounted(next) || !self.covered.add(next.index()) {
                continue;
            }
            if !self.state.is_borrowed(next) {
                if next == class {
                    return self.report(place, Problem::EdgeDead { value, lost: self.lost(class) });
                }
                let name = self.classes.source(self.func, next).map(|owner| owner.to_string());
                let _ = write!(missing, " {}", name.unwrap_or_default());
                continue;
            }
            let (anchored, owners) = self.state.anchors(next);
            if !memory.contains(anchored) {
                let _ = write!(missing, " {}", anchored.without(memory));
            }
            open.extend_from_slice(owners);
        }
        if !missing.is_empty() {
            self.report(place, Problem::EdgeSupport { value, missing: missing.trim_start().into() });
        }
    }

    /// R14.
    fn check_edge_units(&mut self, place: Place) {
        let mut short = false;
        for index in 0..self.counts.touched.len() {
            let (class, value) = self.counts.touched[index];
            let (owned, wanted) = (self.state.units(class), self.counts.get(class));
            if owned < wanted {
                short = true;
                self.report(place, Problem::EdgeUnits { value, owned, wanted });
            }
        }
        if !short && self.counts.total == self.state.total() {
            return;
        }
        let owned: Vec<(Class, u32)> = self.state.owned().collect();
        for (class, owned) in owned {
            let wanted = self.counts.get(class);
            if let Some(value) = self.classes.source(self.func, class).filter(|_| owned > wanted) {
                self.report(place, Problem::EdgeLeak { value, owned, wanted });
            }
        }
    }
}
