//! The import system: `import` statements, `__import__`, and finding modules.

use crate::bytecode::{CodeKind, Insn, USE_B};
use crate::front;
use crate::interp::Vm;
use crate::interp::call;
use crate::interp::code;
use crate::interp::globals::context;
use crate::interp::run::Regs;
use crate::interp::stack::Activation;
use crate::modules::{NATIVE, SOURCES, add, make_native, new_module};
use runtime::{Exc, Owned, Raised, Res, Rt, Value};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Import state of an engine.
#[derive(Default)]
pub(crate) struct Imports {
    /// Names of the modules whose bodies are running.
    initialising: RefCell<Vec<String>>,
    /// The folder of the program, where a module may hide another of the same name.
    pub(crate) script_dir: RefCell<String>,
}

impl Imports {
    /// Whether a module's file lies beside the program, so that it may hide a library.
    fn may_shadow(&self, file: &str) -> bool {
        let path = Path::new(file);
        let module = if path.ends_with("__init__.py") { path.parent() } else { Some(path) };
        let dir = self.script_dir.borrow();
        let dir = match (dir.is_empty(), std::env::current_dir()) {
            (true, Ok(dir)) => dir,
            _ => PathBuf::from(&*dir),
        };
        module.and_then(Path::parent) == Some(&dir)
    }
}

/// `a = import names[c]`.
pub(crate) fn import_name(rt: &Rt, _: &Vm, act: *mut Activation, regs: Regs, i: Insn) -> Result<(), Raised> {
    let (code, globals) = context(act);
    let result = import_hooked(rt, globals, code.names[i.c as usize], regs.get(i.b), i64::from(i.d as i32));
    regs.consume(i.b, i.n & USE_B != 0);
    regs.set(i.a, result?);
    Ok(())
}

/// What an `import` statement does: asks `__import__`.
///
/// # Errors
/// As [`import`]'s, or what `__import__` raises.
pub(crate) fn import_hooked(rt: &Rt, globals: Value, name: Value, fromlist: Value, level: i64) -> Res {
    let hook = rt.dict_get_str(rt.builtins.get(), rt.names.__import__).map(Value::own);
    match hook {
        Some(f) if rt.as_native(*f).is_some() => import(rt, &rt.str_lossy(name), Some(globals), fromlist, level),
        Some(f) => rt.call(*f, &[name, globals, Value::none(), fromlist, Value::int(level)]),
        None => Err(rt.raise(Exc::ImportError, "__import__ not found")),
    }
}

/// `__import__`: with a from-list (or a plain name) the module itself, otherwise the first package of a dotted name.
///
/// # Errors
/// ImportError, ModuleNotFoundError; what the module's body raises.
pub(crate) fn import(rt: &Rt, name: &str, globals: Option<Value>, fromlist: Value, level: i64) -> Res {
    let full = absolute_name(rt, name, globals, level)?;
    let module = import_module(rt, &full)?;
    let wants_names = rt.truth(fromlist)?;
    if !wants_names {
        if level == 0 {
            let top = name.split('.').next().unwrap_or(name);
            return if top == name { Ok(module) } else { import_module(rt, top) };
        }
        if name.is_empty() {
            return Ok(module);
        }
        // Relative: cut as many parts off the full name as `name` has beyond its first.
        let cut = name.len() - name.split('.').next().map_or(0, str::len);
        return import_module(rt, &full[..full.len() - cut]);
    }
    import_submodules(rt, *module, &full, fromlist)?;
    Ok(module)
}

/// Names in a from-list that are submodules of a package get imported.
fn import_submodules(rt: &Rt, module: Value, full: &str, fromlist: Value) -> Result<(), Raised> {
    if rt.getattr_opt(module, rt.names.__path__)?.is_none() {
        return Ok(());
    }
    for item in rt.collect_vec(fromlist)? {
        if !rt.is_str(*item) {
            return Err(rt.type_error(format!("Item in ``from list'' must be str, not {}", rt.type_name(*item))));
        }
        let text = rt.str_lossy(*item).into_owned();
        if text == "*" {
            if let Some(all) = rt.getattr_opt(module, rt.names.__all__)? {
                import_submodules(rt, module, full, *all)?;
            }
            continue;
        }
        let name = rt.intern_value(*item)?;
        if rt.getattr_opt(module, *name)?.is_none() {
            match import_module(rt, &format!("{full}.{text}")) {
                Ok(_) => {}
                // A missing submodule shows when the name is fetched.
                Err(raised) => rt.swallow(raised, Exc::ModuleNotFoundError)?,
            }
        }
    }
    Ok(())
}

fn absolute_name(rt: &Rt, name: &str, globals: Option<Value>, level: i64) -> Result<String, Raised> {
    if level == 0 {
        if name.is_empty() {
            return Err(rt.value_error("Empty module name"));
        }
        return Ok(name.to_owned());
    }
    let globals = globals.ok_or_else(|| rt.raise(Exc::KeyError, "'__name__' not in globals"))?;
    let package = match rt.dict_get_str(globals, rt.names.__package__).filter(|p| rt.is_str(*p)) {
        Some(p) => rt.str_lossy(p).into_owned(),
        None => String::new(),
    };
    if package.is_empty() {
        return Err(rt.raise(Exc::ImportError, "attempted relative import with no known parent package"));
    }
    let mut base = package.as_str();
    for _ in 1..level {
        match base.rfind('.') {
            Some(dot) => base = &base[..dot],
            None => return Err(rt.raise(Exc::ImportError, "attempted relative import beyond top-level package")),
        }
    }
    Ok(if name.is_empty() { base.to_owned() } else { format!("{base}.{name}") })
}

/// The module `full`, imported with its parents if need be.
///
/// # Errors
/// ModuleNotFoundError; what bodies raise.
pub(crate) fn import_module(rt: &Rt, full: &str) -> Res {
    let key = rt.intern(full)?;
    if let Some(m) = rt.dict_get(rt.modules.get(), *key)? {
        if m.is_none() {
            return Err(not_found(rt, full, &format!("import of {full} halted; None in sys.modules")));
        }
        return Ok(m);
    }
    rt.enter_native()?;
    let Some((parent_name, child)) = full.rsplit_once('.') else {
        return find_and_load(rt, full, None);
    };
    let parent = import_module(rt, parent_name)?;
    if let Some(m) = rt.dict_get(rt.modules.get(), *key)? {
        return Ok(m);
    }
    let Some(path) = rt.getattr_opt(*parent, rt.names.__path__)? else {
        return Err(not_found(rt, full, &format!("No module named '{full}'; '{parent_name}' is not a package")));
    };
    let module = find_and_load(rt, full, Some(*path))?;
    rt.setattr(*parent, *rt.intern(child)?, *module)?;
    Ok(module)
}

fn not_found(rt: &Rt, full: &str, message: &str) -> Raised {
    match rt.str(full) {
        Ok(name) => rt.import_error(Exc::ModuleNotFoundError, message, Some(*name), None, None),
        Err(raised) => raised,
    }
}

fn find_and_load(rt: &Rt, full: &str, path: Option<Value>) -> Res {
    if path.is_none() {
        if let Some(def) = NATIVE.iter().find(|d| d.name == full) {
            let module = make_native(rt, def)?;
            rt.dict_set(rt.modules.get(), *rt.intern(full)?, module.clone())?;
            return Ok(module);
        }
        if let Some((_, source)) = SOURCES.iter().find(|(n, _)| *n == full) {
            return load_source(rt, full, source, &format!("<frozen {full}>"), None);
        }
    }
    let path = match path {
        Some(p) => p.own(),
        None => {
            let sys = rt.dict_get(rt.modules.get(), *rt.intern("sys")?)?;
            match sys {
                Some(sys) => rt.getattr(*sys, rt.names.path)?,
                None => rt.new_list(0)?,
            }
        }
    };
    let stem = full.rsplit('.').next().unwrap_or(full);
    // Folders of the name without `__init__.py`: together a package, if nothing else is found.
    let mut portions = Vec::new();
    for dir in rt.collect_vec(*path)? {
        let Some(dir) = rt.as_text(*dir) else { continue };
        // Modules know their file by an absolute path.
        let dir = if dir.is_empty() { ".".into() } else { dir.lossy() };
        let Ok(dir) = std::path::absolute(Path::new(&*dir)) else { continue };
        if let Some((file, package)) = find_file(&dir, stem) {
            return load_file(rt, full, &file, package);
        }
        let folder = dir.join(stem);
        if folder.is_dir() {
            portions.push(rt.str(&folder.to_string_lossy())?);
        }
    }
    if !portions.is_empty() {
        return namespace_package(rt, full, portions);
    }
    Err(not_found(rt, full, &format!("No module named '{full}'")))
}

/// A package without code, made of folders.
fn namespace_package(rt: &Rt, full: &str, portions: Vec<Owned>) -> Res {
    let module = new_module(rt, full, None)?;
    let dict = crate::modules::dict_of(rt, *module)?;
    add(rt, *dict, "__path__", rt.list_from_owned(portions)?)?;
    add(rt, *dict, "__package__", rt.str(full)?)?;
    rt.dict_set(rt.modules.get(), *rt.intern(full)?, module.clone())?;
    Ok(module)
}

/// The file of module `stem` in a folder, and whether it is a package.
fn find_file(dir: &Path, stem: &str) -> Option<(PathBuf, bool)> {
    let package = dir.join(stem).join("__init__.py");
    if package.is_file() {
        return Some((package, true));
    }
    let module = dir.join(format!("{stem}.py"));
    if module.is_file() {
        return Some((module, false));
    }
    None
}

fn load_file(rt: &Rt, full: &str, file: &Path, package: bool) -> Res {
    let shown = file.to_string_lossy().into_owned();
    let bytes = std::fs::read(file).map_err(|e| rt.raise(Exc::ImportError, format!("cannot read '{shown}': {e}")))?;
    let filename: Arc<str> = Arc::from(shown.as_str());
    let text = match front::decode(&bytes, &filename) {
        Ok(text) => text,
        Err(front::SourceError::Syntax(error)) => return Err(crate::traceback::syntax_error_object(rt, &error)),
        Err(e) => return Err(rt.raise(Exc::SyntaxError, e.to_string())),
    };
    let dir = package.then(|| file.parent().map(|p| p.to_string_lossy().into_owned()).unwrap_or_default());
    load_source(rt, full, &text, &shown, dir)
}

/// Compiles and runs a module's body. `package_dir` is set for a package.
fn load_source(rt: &Rt, full: &str, text: &str, filename: &str, package_dir: Option<String>) -> Res {
    let name: Arc<str> = Arc::from(filename);
    let proto = match crate::engine::compile(text, &name, CodeKind::Module) {
        Ok(compiled) => compiled.report(),
        Err(error) => return Err(crate::traceback::syntax_error_object(rt, &error)),
    };
    let code_object = code::load(rt, &proto)?;
    let module = new_module(rt, full, None)?;
    let dict = crate::modules::dict_of(rt, *module)?;
    add(rt, *dict, "__file__", rt.str(filename)?)?;
    add(rt, *dict, "__builtins__", rt.builtins.get().own())?;
    let package = match &package_dir {
        Some(dir) => {
            let entry = rt.str(dir)?;
            add(rt, *dict, "__path__", rt.list_from(&[*entry])?)?;
            full
        }
        None => full.rsplit_once('.').map_or("", |(p, _)| p),
    };
    add(rt, *dict, "__package__", rt.str(package)?)?;
    let key = rt.intern(full)?;
    rt.dict_set(rt.modules.get(), *key, module.clone())?;
    let initialising = &Vm::of(rt).imports.initialising;
    initialising.borrow_mut().push(full.to_owned());
    let result = call::run_code(rt, *code_object, *dict, None);
    initialising.borrow_mut().retain(|n| n != full);
    match result {
        Ok(_) => match rt.dict_get(rt.modules.get(), *key)? {
            Some(m) => Ok(m),
            None => Err(rt.raise(Exc::KeyError, full)),
        },
        Err(raised) => {
            let exc = rt.take_raised(raised);
            drop(rt.dict_remove(rt.modules.get(), *key)?);
            Err(rt.reraise_object(exc))
        }
    }
}

/// `a = names[c]` from module `b`.
pub(crate) fn import_from(rt: &Rt, act: *mut Activation, regs: Regs, i: Insn) -> Result<(), Raised> {
    let (code, _) = context(act);
    let module = regs.get(i.b).own();
    let v = name_of(rt, *module, code.names[i.c as usize])?;
    regs.consume(i.b, i.n & USE_B != 0);
    regs.set(i.a, v);
    Ok(())
}

/// What `from module import name` gives.
///
/// # Errors
/// ImportError; what the lookup raises.
pub(crate) fn name_of(rt: &Rt, module: Value, name: Value) -> Res {
    match rt.getattr_opt(module, name)? {
        Some(v) => Ok(v),
        None => from_modules(rt, module, name),
    }
}

/// A circular import may have the submodule in `sys.modules` already.
fn from_modules(rt: &Rt, module: Value, name: Value) -> Result<Owned, Raised> {
    let text = rt.str_lossy(name);
    let package = rt.getattr_opt(module, rt.names.__name__)?;
    let package_name = package.as_ref().filter(|p| rt.is_str(***p)).map(|p| rt.str_lossy(**p).into_owned());
    if let Some(p) = &package_name
        && let Some(m) = rt.dict_get(rt.modules.get(), *rt.str(&format!("{p}.{text}"))?)?
    {
        return Ok(m);
    }
    let shown = package_name.clone().unwrap_or_else(|| "<unknown module name>".into());
    let file = rt.getattr_opt(module, rt.names.__file__)?;
    let place = match &file {
        Some(f) if rt.is_str(**f) => rt.str_lossy(**f).into_owned(),
        _ => "unknown location".into(),
    };
    let loading = package_name.as_ref().is_some_and(|p| Vm::of(rt).imports.initialising.borrow().contains(p));
    let shadows = file.is_some() && Vm::of(rt).imports.may_shadow(&place);
    let standard = shadows && package_name.as_ref().is_some_and(|p| is_standard(p));
    let message = if standard {
        format!(
            "cannot import name '{text}' from '{shown}' (consider renaming '{place}' since it has the same name as the standard library module named '{shown}' and prevents importing that standard library module)"
        )
    } else if loading && shadows {
        format!(
            "cannot import name '{text}' from '{shown}' (consider renaming '{place}' if it has the same name as a library you intended to import)"
        )
    } else if loading {
        format!(
            "cannot import name '{text}' from partially initialized module '{shown}' (most likely due to a circular import) ({place})"
        )
    } else {
        format!("cannot import name '{text}' from '{shown}' ({place})")
    };
    let (package, file) = (package.as_ref().map(|p| **p), file.as_ref().map(|f| **f));
    Err(rt.import_error(Exc::ImportError, &message, package, file, Some(name)))
}

fn is_standard(module: &str) -> bool {
    crate::traceback::STDLIB_NAMES.binary_search(&module).is_ok()
}

/// What is said of a module without attribute `name`, if it is more than that: it is being imported, or hides a library.
pub(crate) fn attribute_message(rt: &Rt, module: Value, name: Value) -> Option<String> {
    let dict = rt.module_dict(module)?;
    let get = |key: Value| rt.dict_get_str(dict, key).and_then(|v| rt.as_text(v)).map(|t| t.lossy().into_owned());
    let shown = get(rt.names.__name__)?;
    let file = get(rt.names.__file__);
    let text = rt.str_lossy(name);
    let imports = &Vm::of(rt).imports;
    let shadows = file.as_deref().is_some_and(|f| imports.may_shadow(f));
    let loading = |module: &str| imports.initialising.borrow().iter().any(|m| m == module);
    let place = file.as_deref().unwrap_or_default();
    if shadows && is_standard(&shown) {
        return Some(format!(
            "module '{shown}' has no attribute '{text}' (consider renaming '{place}' since it has the same name as the standard library module named '{shown}' and prevents importing that standard library module)"
        ));
    }
    if loading(&shown) {
        return Some(match &file {
            Some(place) if shadows => format!(
                "module '{shown}' has no attribute '{text}' (consider renaming '{place}' if it has the same name as a library you intended to import)"
            ),
            Some(place) => format!(
                "partially initialized module '{shown}' from '{place}' has no attribute '{text}' (most likely due to a circular import)"
            ),
            None => format!(
                "partially initialized module '{shown}' has no attribute '{text}' (most likely due to a circular import)"
            ),
        });
    }
    loading(&format!("{shown}.{text}"))
        .then(|| format!("cannot access submodule '{text}' of module '{shown}' (most likely due to a circular import)"))
}

/// `from module import *`.
pub(crate) fn import_star(rt: &Rt, act: *mut Activation, regs: Regs, i: Insn) -> Result<(), Raised> {
    let (_, globals) = context(act);
    let module = regs.own(i.b, i.n & USE_B != 0);
    let target = if i.n & crate::bytecode::VARIABLE != 0 { regs.get(0) } else { globals };
    all_names_of(rt, *module, target)
}

/// Binds every public name of a module in a namespace.
///
/// # Errors
/// ImportError; what the lookups raise.
pub(crate) fn all_names_of(rt: &Rt, module: Value, target: Value) -> Result<(), Raised> {
    if let Some(all) = rt.getattr_opt(module, rt.names.__all__)? {
        for name in rt.collect_vec(*all)? {
            if !rt.is_str(*name) {
                return Err(not_a_name(rt, module, "Item", "__all__", *name));
            }
            let name = rt.intern_value(*name)?;
            let v = rt.getattr(module, *name)?;
            rt.setitem(target, *name, *v)?;
        }
        return Ok(());
    }
    let Some(dict) = rt.getattr_opt(module, rt.names.__dict__)? else {
        return Err(rt.raise(Exc::ImportError, "from-import-* object has no __dict__ and no __all__"));
    };
    for key in rt.collect_vec(*dict)? {
        let Some(text) = rt.as_text(*key) else {
            return Err(not_a_name(rt, module, "Key", "__dict__", *key));
        };
        if !text.is_empty() && text.at(0) == u32::from(b'_') {
            continue;
        }
        let value = rt.getitem(*dict, *key)?;
        rt.setitem(target, *key, *value)?;
    }
    Ok(())
}

/// Something other than a string where a module's names are listed.
#[cold]
fn not_a_name(rt: &Rt, module: Value, what: &str, place: &str, v: Value) -> Raised {
    let name = match rt.getattr(module, rt.names.__name__) {
        Ok(name) => name,
        Err(raised) => return raised,
    };
    let Some(name) = rt.as_text(*name) else { return rt.type_error("module __name__ must be a string") };
    rt.type_error(format!("{what} in {}.{place} must be str, not {}", name.lossy(), rt.type_name(v)))
}
