//! The intermediate representation. It arrives with the next milestone.
