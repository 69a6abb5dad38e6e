//! Tally.
