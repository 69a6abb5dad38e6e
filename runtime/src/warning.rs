//! Warnings that the runtime itself gives.

use crate::rt::Rt;

impl Rt {
    /// Warns on standard error of something deprecated that the running code does: once for each line, and only where the code
    /// is the program's main module, as CPython's filters have it.
    pub fn warn_deprecated(&self, message: &str) {
        let Some(entry) = self.entry_if_set() else { return };
        let globals = (entry.current_globals)(self);
        let main = globals
            .some()
            .and_then(|g| self.dict_get_str(g, self.names.__name__))
            .is_some_and(|name| name == self.names.__main__ || self.str_lossy(name) == "__main__");
        if !main {
            return;
        }
        let Some((file, line, source)) = (entry.current_place)(self) else { return };
        if !self.warned.borrow_mut().insert((line, message.to_owned())) {
            return;
        }
        let mut text = format!("{file}:{line}: DeprecationWarning: {message}\n");
        if !source.trim().is_empty() {
            text += &format!("  {}\n", source.trim());
        }
        self.write_error(&text);
    }

    /// Warns that special method `method` gave an instance of a class derived from `wanted`.
    #[cold]
    pub(crate) fn warn_of_subclass(&self, method: &str, given: &str, wanted: &str) {
        self.warn_deprecated(&format!(
            "{method} returned non-{wanted} (type {given}).  The ability to return an instance of a strict subclass of \
             {wanted} is deprecated, and may be removed in a future version of Python."
        ));
    }
}
