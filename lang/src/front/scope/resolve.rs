//! Second pass: where each name lives.

use super::{Access, Reporter, ScopeId, ScopeKind, Scopes, Sym};
use crate::front::syntax_error::SyntaxError;

/// What looking a name up through the enclosing scopes found.
enum Found {
    /// A variable of `owner`, in the same frame.
    Same(ScopeId),
    /// A variable of an outer frame.
    Outer,
    /// No function binds it.
    Nothing,
}

/// Decides the access of every name of every scope, marks shared variables as cells and lists the
/// free variables of each frame.
///
/// # Errors
/// A `nonlocal` name that no enclosing function binds.
pub(super) fn resolve(scopes: &mut Scopes, report: &Reporter<'_>) -> Result<(), SyntaxError> {
    for index in 0..scopes.list.len() {
        let id = ScopeId(index as u32);
        for at in 0..scopes.get(id).order.len() {
            let sym = scopes.get(id).order[at];
            let access = access(scopes, id, sym, report)?;
            scopes.get_mut(id).access.insert(sym, access);
        }
    }
    for scope in &mut scopes.list {
        let names = &scopes.names;
        scope.free.sort_by(|&a, &b| names.text(a).cmp(names.text(b)));
    }
    Ok(())
}

fn access(scopes: &mut Scopes, id: ScopeId, sym: Sym, report: &Reporter<'_>) -> Result<Access, SyntaxError> {
    let scope = scopes.get(id);
    let usage = scope.uses[&sym];
    if usage.global {
        return Ok(Access::GlobalExplicit);
    }
    if usage.nonlocal {
        let place = scope.declared_at.get(&sym).copied();
        return match look_up(scopes, id, sym) {
            Found::Same(owner) => Ok(Access::Own(owner)),
            Found::Outer => Ok(Access::Free),
            Found::Nothing => {
                let message = format!("no binding for nonlocal '{}' found", scopes.names.text(sym));
                Err(report.error(place.unwrap_or_default(), message))
            }
        };
    }
    if usage.is_own() {
        return Ok(if scope.kind.has_fast_locals() { Access::Own(id) } else { Access::Namespace });
    }
    let kind = scope.kind;
    Ok(match look_up(scopes, id, sym) {
        Found::Same(owner) => Access::Own(owner),
        Found::Outer => Access::Free,
        Found::Nothing => match kind {
            ScopeKind::Class | ScopeKind::Exec => Access::Namespace,
            // A comprehension at the top of `exec` text reads the namespace as the text around it does.
            ScopeKind::Comprehension if top_is_exec(scopes, id) => Access::Namespace,
            _ => Access::GlobalImplicit,
        },
    })
}

fn top_is_exec(scopes: &Scopes, id: ScopeId) -> bool {
    scopes.get(scopes.frame_of(id)).kind == ScopeKind::Exec
}

fn look_up(scopes: &mut Scopes, start: ScopeId, sym: Sym) -> Found {
    let mut crossed: Vec<ScopeId> = Vec::new();
    let mut current = start;
    loop {
        if scopes.get(current).kind != ScopeKind::Comprehension {
            crossed.push(current);
        }
        let Some(parent) = scopes.get(current).parent else { return Found::Nothing };
        current = parent;
        let own = match scopes.get(current).kind {
            ScopeKind::Module | ScopeKind::Exec => return Found::Nothing,
            ScopeKind::Class => class_provides(scopes, current, sym),
            ScopeKind::Function
            | ScopeKind::Lambda
            | ScopeKind::Generator
            | ScopeKind::Comprehension
            | ScopeKind::Annotations => {
                let usage = scopes.get(current).uses.get(&sym).copied().unwrap_or_default();
                if usage.global {
                    return Found::Nothing;
                }
                usage.is_own()
            }
        };
        if own {
            return found(scopes, current, sym, &crossed);
        }
    }
}

/// Whether the class `id` has the implicit cell `sym`.
fn class_provides(scopes: &mut Scopes, id: ScopeId, sym: Sym) -> bool {
    match scopes.names.text(sym) {
        "__class__" => {
            scopes.get_mut(id).needs_class_cell = true;
            true
        }
        "__classdict__" => scopes.get(id).needs_class_dict,
        "__conditional_annotations__" => scopes.get(id).conditional_annotations,
        _ => false,
    }
}

fn found(scopes: &mut Scopes, owner: ScopeId, sym: Sym, crossed: &[ScopeId]) -> Found {
    let is_class = scopes.get(owner).kind == ScopeKind::Class;
    if is_class || !crossed.is_empty() {
        scopes.get_mut(owner).uses.entry(sym).or_default().cell = true;
    }
    if crossed.is_empty() {
        return Found::Same(owner);
    }
    for &frame in crossed {
        let free = &mut scopes.get_mut(frame).free;
        if !free.contains(&sym) {
            free.push(sym);
        }
    }
    Found::Outer
}
