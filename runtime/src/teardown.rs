//! The end of an engine: everything is finalised, then what is left is counted.

use crate::object::{IMMORTAL, Kind};
use crate::rt::Rt;
use crate::value::Value;
use std::ptr::NonNull;

impl Rt {
    /// Drops modules and built-ins, collects cycles, and gives the number of objects that are still alive though
    /// nothing immortal holds them: 0 unless something leaks. Only dropping the context may follow.
    pub fn teardown(&self) -> usize {
        self.handled.clear();
        self.pending.clear();
        self.finalise_modules();
        self.modules.clear();
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

    /// Ends every module: what programs can observe of an engine's end.
    pub fn finalise_modules(&self) {
        if let Some(modules) = self.modules.own() {
            self.clear_modules(*modules);
        }
        self.collect();
    }

    fn clear_modules(&self, modules: Value) {
        let mut at = 0;
        let mut dicts = Vec::new();
        while let Some((_, module)) = self.dict_entry(modules, &mut at) {
            if let Ok(dict) = self.getattr(module, self.names.__dict__) {
                dicts.push(dict);
            }
        }
        self.dict_clear(modules);
        for dict in dicts.into_iter().rev() {
            if Some(*dict) != self.builtins.get().some() {
                self.dict_clear(*dict);
            }
        }
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
