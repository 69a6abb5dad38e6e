//! How a seed behaves: how often things fail, and how much arbitrary code changes.

use super::value::{Draw, draw};

/// What the adversary does at one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// It changes nothing.
    Rest,
    /// It changes some places.
    Some,
    /// It changes everything that it may.
    Wipe,
}

/// Chances out of 256.
#[derive(Clone, Copy, Debug)]
pub(super) struct Profile {
    /// That an instruction that can fail does.
    fail: u8,
    /// That a guard fails though its condition holds.
    guard: u8,
    /// That the adversary rests.
    rest: u8,
    /// That it wipes.
    wipe: u8,
}

/// One for each residue of the seed: neighbours differ, so that a few seeds in a row cover most behaviours.
const PROFILES: [Profile; 8] = [
    Profile { fail: 0, guard: 0, rest: 0, wipe: 255 },
    Profile { fail: 16, guard: 16, rest: 64, wipe: 64 },
    Profile { fail: 85, guard: 32, rest: 0, wipe: 255 },
    Profile { fail: 0, guard: 0, rest: 64, wipe: 64 },
    Profile { fail: 16, guard: 16, rest: 0, wipe: 255 },
    Profile { fail: 85, guard: 16, rest: 32, wipe: 128 },
    Profile { fail: 0, guard: 0, rest: 160, wipe: 32 },
    Profile { fail: 16, guard: 85, rest: 64, wipe: 128 },
];

impl Profile {
    pub(super) fn of(seed: u64) -> Profile {
        PROFILES[(seed % PROFILES.len() as u64) as usize]
    }

    /// Whether nothing ever fails.
    pub(super) fn never_fails(self) -> bool {
        self.fail == 0
    }

    /// Whether an instruction that can fail does.
    pub(super) fn fails(self, key: u64) -> bool {
        happens(self.fail, draw(key, Draw::Fail, 0))
    }

    /// Whether a guard fails without a reason.
    pub(super) fn guard_fails(self, key: u64) -> bool {
        happens(self.guard, draw(key, Draw::Guard, 0))
    }

    /// What the adversary does.
    pub(super) fn style(self, key: u64) -> Style {
        let number = draw(key, Draw::Style, 0);
        // A chance of 255 means always: some seeds spare nothing.
        if self.wipe == u8::MAX || happens(self.wipe, number) {
            Style::Wipe
        } else if happens(self.rest, number >> 8) {
            Style::Rest
        } else {
            Style::Some
        }
    }
}

fn happens(chance: u8, number: u64) -> bool {
    number & 0xff < u64::from(chance)
}
