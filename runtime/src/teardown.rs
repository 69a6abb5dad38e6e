//! The end of an engine: everything is finalised, then what is left is counted.

use crate::object::{IMMORTAL, Kind};
use crate::rt::Rt;
use crate::value::{Owned, Value};
use std::ptr::NonNull;

impl Rt {
    /// Drops modules and built-ins, collects cycles, and gives the number of objects that are still alive though
    /// nothing immortal holds them: 0 unless something leaks. Only dropping the context may follow.
    pub fn teardown(&self) -> usize {
        self.handled.clear();
        self.pending.clear();
        self.finalise_modules();
        self.modules.clear();
        drop(self.replaced_code.take());
        self.builtins.clear();
        self.sys.clear();
        self.collect();
        self.native_types.borrow_mut().clear();
        if let Some(exc) = self.memory_error.take() {
            let data = self.exception_data(*exc);
            data.traceback.clear();
            data.context.clear();
            data.args.clear();
        }
        self.shapes.release_names();
        let types = self.immortal_types();
        for class in &types {
            self.clear_children(*class);
        }
        // Only now: emptying one class may still look things up in another.
        for class in types {
            self.release_type_parts(class);
        }
        self.collect();
        let _ = self.out.flush();
        self.mortal_objects().len()
    }

    /// Ends every module: what programs can observe of an engine's end. In CPython's order: cycles that are garbage already;
    /// `sys.modules`, module by module, so that modules and globals without cycles go by their counts; then one collection
    /// over what the modules held, which finds the other globals of a finaliser in place; then the globals that are left.
    pub fn finalise_modules(&self) {
        self.collect();
        let Some(modules) = self.modules.own() else { return };
        let order = self.module_order(*modules);
        let (kept, left) = self.forget_modules(*modules);
        self.collect_from(&order);
        for module in left.into_iter().rev().filter_map(|r| self.weakref_get(*r)) {
            if let Some(dict) = self.module_dict(*module).map(Value::own) {
                self.dict_clear(*dict);
            }
        }
        self.collect();
        drop(kept);
    }

    /// Roots for the last collection. CPython walks what the collector last found alive, which begins with the first module
    /// that came from a file and the main module, and goes on with the others in the order of `sys.modules`.
    fn module_order(&self, modules: Value) -> Vec<Vec<u64>> {
        let (mut at, mut first, mut main, mut others) = (0, None, None, Vec::new());
        while let Some((name, module)) = self.dict_entry(modules, &mut at) {
            let Some(dict) = self.module_dict(module) else { continue };
            if name == self.names.__main__ {
                main = Some(dict.bits());
            } else if first.is_none() && self.dict_get_str(dict, self.names.__file__).is_some() {
                first = Some(dict.bits());
            } else {
                others.push(vec![dict.bits()]);
            }
        }
        let mut order = vec![first.into_iter().chain(main).collect()];
        order.append(&mut others);
        order
    }

    /// Takes the modules out of `sys.modules`, one after the other. Gives those that stay alive (`sys` and `builtins`), and weak
    /// references to the others.
    fn forget_modules(&self, modules: Value) -> (Vec<Owned>, Vec<Owned>) {
        let (mut names, mut kept, mut left) = (Vec::new(), Vec::new(), Vec::new());
        let mut at = 0;
        while let Some((name, module)) = self.dict_entry(modules, &mut at) {
            let Some(dict) = self.module_dict(module) else { continue };
            if Some(dict) == self.builtins.get().some() || self.is_str(name) && self.str_lossy(name) == "sys" {
                kept.push(module.own());
                continue;
            }
            names.push(name.own());
            match self.new_weakref(self.kind_type(Kind::WeakRef), module, None) {
                Ok(r) => left.push(r),
                // Without memory the module is not emptied; it is still collected.
                Err(raised) => drop(self.take_raised(raised)),
            }
        }
        for name in names {
            if let Err(raised) = self.dict_set(modules, *name, Value::none().own()) {
                drop(self.take_raised(raised));
            }
        }
        self.dict_clear(modules);
        (kept, left)
    }

    fn immortal_types(&self) -> Vec<Value> {
        let mut found = Vec::new();
        self.heap.for_each_object(&mut |p: NonNull<u8>| {
            let v = Value::from_ptr(p.as_ptr());
            if v.header().refcount.get() & IMMORTAL != 0 && self.kind_of_ptr(v) == Some(Kind::Type) {
                found.push(v);
            }
        });
        found
    }

    /// Every counted object that is alive.
    fn mortal_objects(&self) -> Vec<Value> {
        let mut found = Vec::new();
        self.heap.for_each_object(&mut |p: NonNull<u8>| {
            let v = Value::from_ptr(p.as_ptr());
            if v.header().refcount.get() & IMMORTAL == 0 {
                found.push(v);
            }
        });
        found
    }

    /// Names of the classes of all counted objects that are alive, with how many there are: the ledger, for finding leaks.
    pub fn ledger(&self) -> Vec<(String, usize)> {
        let mut counts = std::collections::BTreeMap::new();
        for v in self.mortal_objects() {
            *counts.entry(self.shape_of(v).kind.type_name().to_owned()).or_insert(0) += 1;
        }
        counts.into_iter().collect()
    }
}
