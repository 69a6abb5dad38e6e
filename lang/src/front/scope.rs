//! Scope analysis: which variable every name means.
//!
//! [`analyse`] walks the syntax tree once ([`build`]) and records, for each scope, how its names are
//! used, then decides ([`resolve`]) where each name lives: in the frame's locals, in a cell shared with
//! inner functions, in the namespace of a class, among the globals. List, set and dict comprehensions
//! are scopes that share the frame they stand in.

mod build;
mod expressions;
mod resolve;

use crate::front::source::LineTable;
use crate::front::syntax_error::SyntaxError;
use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// An interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Sym(u32);

/// Names of one compilation.
#[derive(Debug, Default)]
pub struct Names {
    map: FxHashMap<Box<str>, Sym>,
    list: Vec<Box<str>>,
}

impl Names {
    /// The symbol of `name`.
    pub fn intern(&mut self, name: &str) -> Sym {
        if let Some(&sym) = self.map.get(name) {
            return sym;
        }
        let sym = Sym(self.list.len() as u32);
        self.list.push(name.into());
        self.map.insert(name.into(), sym);
        sym
    }

    /// The symbol of `name` as written inside class `class` (`__x` is `_C__x` there).
    pub fn mangle(&mut self, class: Option<&str>, name: &str) -> Sym {
        match class.map(|c| c.trim_start_matches('_')) {
            Some(class) if !class.is_empty() && is_private(name) => {
                let mangled = format!("_{class}{name}");
                self.intern(&mangled)
            }
            _ => self.intern(name),
        }
    }

    /// The text of `sym`.
    pub fn text(&self, sym: Sym) -> &str {
        &self.list[sym.0 as usize]
    }
}

fn is_private(name: &str) -> bool {
    name.starts_with("__") && !name.ends_with("__") && !name.contains('.')
}

/// Index of a scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScopeId(pub(crate) u32);

/// What opens a scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// A module: names are globals.
    Module,
    /// Text for `exec` or `eval`: names are looked up in a namespace.
    Exec,
    /// A class body.
    Class,
    /// A `def`.
    Function,
    /// A `lambda`.
    Lambda,
    /// A generator expression.
    Generator,
    /// A list, set or dict comprehension: shares the frame it stands in.
    Comprehension,
    /// The function that evaluates annotations.
    Annotations,
}

impl ScopeKind {
    /// Whether the scope's own variables are fast locals or cells.
    pub fn has_fast_locals(self) -> bool {
        !matches!(self, ScopeKind::Module | ScopeKind::Exec | ScopeKind::Class)
    }
}

/// How a scope uses a name.
#[derive(Clone, Copy, Default, Debug)]
pub struct Use {
    /// A parameter.
    pub param: bool,
    /// Bound by an assignment, import, definition, loop target…
    pub bound: bool,
    /// Bound by an import, which a declaration may follow.
    pub imported: bool,
    /// Declared `global`.
    pub global: bool,
    /// Declared `nonlocal`.
    pub nonlocal: bool,
    /// Read.
    pub used: bool,
    /// Annotated in this scope.
    pub annotated: bool,
    /// The iteration variable of a comprehension.
    pub iteration: bool,
    /// An inner function shares the variable.
    pub cell: bool,
}

impl Use {
    /// Whether the variable belongs to the scope.
    pub fn is_own(&self) -> bool {
        (self.param || self.bound || self.imported) && !self.global && !self.nonlocal
    }
}

/// Where a name lives, seen from one scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A variable of this frame that belongs to the scope: the scope itself, or one around a comprehension.
    Own(ScopeId),
    /// A free variable of this frame.
    Free,
    /// In a class or `exec` namespace, then globals, then built-ins.
    Namespace,
    /// Not bound in any function around: a global or built-in.
    GlobalImplicit,
    /// Declared `global`.
    GlobalExplicit,
}

/// One scope.
#[derive(Debug)]
pub struct Scope {
    /// What opened it.
    pub kind: ScopeKind,
    /// The scope around it.
    pub parent: Option<ScopeId>,
    /// How it uses names.
    pub uses: FxHashMap<Sym, Use>,
    /// The names in `uses`, in order of first mention.
    pub order: Vec<Sym>,
    /// Parameters in the order of their registers.
    pub params: Vec<Sym>,
    /// Where names live.
    pub access: FxHashMap<Sym, Access>,
    /// Free variables of the frame, including those that it only hands on to inner functions; sorted by text.
    pub free: Vec<Sym>,
    /// Names rebound by assignment expressions in this frame.
    pub walrus: FxHashSet<Sym>,
    /// Whether it contains `yield`.
    pub is_generator: bool,
    /// Class: an inner function uses `__class__` or `super`.
    pub needs_class_cell: bool,
    /// Class: an annotation scope looks names up in its namespace.
    pub needs_class_dict: bool,
    /// Module or class: has annotations of simple names.
    pub has_annotations: bool,
    /// Module or class: which annotations count is decided at run time.
    pub conditional_annotations: bool,
    /// Module or class: the scope of its lazily evaluated annotations.
    pub annotations: Option<ScopeId>,
    /// The place of each `nonlocal` or `global` declaration.
    declared_at: FxHashMap<Sym, TextRange>,
}

/// Which of a node's scopes is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The body.
    Body,
    /// The annotations of a function.
    Annotations,
}

/// The scopes of one compilation.
#[derive(Debug)]
pub struct Scopes {
    /// Interned names.
    pub names: Names,
    /// The name of the register that holds a class's or `exec`'s namespace.
    pub namespace: Sym,
    list: Vec<Scope>,
    by_node: FxHashMap<(usize, Part), ScopeId>,
    /// Whether `from __future__ import annotations` is in force.
    pub future_annotations: bool,
}

impl Scopes {
    /// The scope opened by `node`.
    pub fn of_node<T>(&self, node: &T, part: Part) -> ScopeId {
        self.by_node[&(std::ptr::from_ref(node) as usize, part)]
    }

    /// The scope opened by `node` if there is one.
    pub fn find<T>(&self, node: &T, part: Part) -> Option<ScopeId> {
        self.by_node.get(&(std::ptr::from_ref(node) as usize, part)).copied()
    }

    /// The scope `id`.
    pub fn get(&self, id: ScopeId) -> &Scope {
        &self.list[id.0 as usize]
    }

    fn get_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.list[id.0 as usize]
    }

    /// The scope whose frame `id` uses: itself unless it is a comprehension.
    pub fn frame_of(&self, mut id: ScopeId) -> ScopeId {
        while self.get(id).kind == ScopeKind::Comprehension {
            id = self.get(id).parent.expect("a comprehension stands in a scope");
        }
        id
    }

    /// Where `sym` lives, seen from `id`.
    pub fn access(&self, id: ScopeId, sym: Sym) -> Access {
        self.get(id).access.get(&sym).copied().unwrap_or(Access::GlobalImplicit)
    }

    /// Whether the module's own code mentions `sym`.
    pub fn top_mentions(&self, sym: Sym) -> bool {
        self.list.first().is_some_and(|top| top.uses.contains_key(&sym))
    }

    /// Whether the variable `sym` of scope `owner` is in a cell.
    pub fn is_cell(&self, owner: ScopeId, sym: Sym) -> bool {
        self.get(owner).uses.get(&sym).is_some_and(|u| u.cell)
    }
}

/// What is needed to report an error in the source.
#[derive(Clone, Debug)]
pub struct Reporter<'s> {
    /// The text.
    pub source: &'s str,
    /// Its line table.
    pub lines: Arc<LineTable>,
    /// The file name.
    pub filename: Arc<str>,
}

impl Reporter<'_> {
    /// A SyntaxError about `range`.
    pub fn error(&self, range: TextRange, message: impl Into<String>) -> SyntaxError {
        let (start, end) = (range.start().to_u32(), range.end().to_u32());
        crate::front::parse::error_at(self.source, &self.lines, &self.filename, message.into(), start, end)
    }
}

pub(crate) use build::too_deep;
pub use build::{Root, analyse};
