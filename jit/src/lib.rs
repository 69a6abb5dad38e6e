//! The machine-code back end. It arrives after the intermediate representation.
