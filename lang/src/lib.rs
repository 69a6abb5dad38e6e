//! Hosted language.
