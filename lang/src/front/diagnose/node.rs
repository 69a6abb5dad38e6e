//! What the diagnosing reader remembers of the expressions it read.

use std::rc::Rc;

/// A shared node.
pub(super) type N = Rc<Node>;

/// Kinds of expression, as far as messages tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    /// A constant, with the word a message uses for it.
    Constant(&'static str),
    Attribute,
    Subscript,
    Starred,
    List,
    Tuple,
    Call,
    /// Arguments of a call; `true` if a `**mapping` is among them.
    Arguments(bool),
    Operation,
    /// A comparison; `true` if its first operator is `in`.
    Comparison(bool),
    Lambda,
    Conditional,
    Named,
    Yield,
    Await,
    Generator,
    ListComprehension,
    SetComprehension,
    DictComprehension,
    Dict,
    Set,
    FString,
    TString,
    /// Anything else that only has a place.
    Other,
}

/// An expression: its kind, its bytes, and the parts that rules look into.
#[derive(Debug)]
pub(super) struct Node {
    pub kind: Kind,
    pub start: u32,
    pub end: u32,
    pub parts: Vec<N>,
}

/// What a target is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Assign,
    Delete,
    For,
}

impl Node {
    /// How a message calls the expression.
    pub fn noun(&self) -> &'static str {
        match self.kind {
            Kind::Name => "name",
            Kind::Constant(word) => word,
            Kind::Attribute => "attribute",
            Kind::Subscript => "subscript",
            Kind::Starred => "starred",
            Kind::List => "list",
            Kind::Tuple => "tuple",
            Kind::Call | Kind::Arguments(_) => "function call",
            Kind::Operation | Kind::Other => "expression",
            Kind::Comparison(_) => "comparison",
            Kind::Lambda => "lambda",
            Kind::Conditional => "conditional expression",
            Kind::Named => "named expression",
            Kind::Yield => "yield expression",
            Kind::Await => "await expression",
            Kind::Generator => "generator expression",
            Kind::ListComprehension => "list comprehension",
            Kind::SetComprehension => "set comprehension",
            Kind::DictComprehension => "dict comprehension",
            Kind::Dict => "dict literal",
            Kind::Set => "set display",
            Kind::FString => "f-string expression",
            Kind::TString => "t-string expression",
        }
    }
}

/// The first part of `node` that cannot be a target, if any.
pub(super) fn invalid_target(node: &N, purpose: Purpose) -> Option<N> {
    match node.kind {
        Kind::List | Kind::Tuple => node.parts.iter().find_map(|part| invalid_target(part, purpose)),
        Kind::Starred if purpose == Purpose::Delete => Some(node.clone()),
        Kind::Starred => node.parts.first().and_then(|part| invalid_target(part, purpose)),
        // `for a in b` is read as the comparison `a in b`.
        Kind::Comparison(is_in) if purpose == Purpose::For => {
            if is_in {
                node.parts.first().and_then(|part| invalid_target(part, purpose))
            } else {
                None
            }
        }
        Kind::Name | Kind::Subscript | Kind::Attribute => None,
        _ => Some(node.clone()),
    }
}
