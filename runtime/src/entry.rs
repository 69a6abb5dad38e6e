//! The upward entry points: what the runtime needs of the layer that runs code. The layer fills in one table.

use crate::error::{Raised, Res};
use crate::native::Args;
use crate::object::{Binding, FrameObj, GeneratorObj};
use crate::rt::Rt;
use crate::value::{Owned, Value};

/// One turn of a generator.
pub enum Step {
    /// It yielded.
    Yielded(Owned),
    /// It returned.
    Returned(Owned),
}

/// Receives names one by one.
pub type NameSink<'a> = &'a mut dyn FnMut(&str);

/// The table.
pub struct Entry {
    /// Calls a function of the hosted language.
    pub call_function: for<'a> fn(&'a Rt, Value, &Args<'a>) -> Res,
    /// Resumes a generator that is not running with a value sent in (`None` at the start).
    pub resume: fn(&Rt, Value, Owned) -> Result<Step, Raised>,
    /// Resumes a generator that is not running by raising the given exception in it.
    pub throw: fn(&Rt, Value, Owned) -> Result<Step, Raised>,
    /// Releases everything a generator's frame holds; runs no code of the generator.
    pub drop_generator: fn(&Rt, &GeneratorObj),
    /// Whether dropping the suspended generator would run code (it stands inside `try`/`finally` or `with`).
    pub generator_needs_close: fn(&Rt, &GeneratorObj) -> bool,
    /// What a suspended generator delegates to (`yield from`), or the empty word.
    pub generator_delegate: fn(&Rt, &GeneratorObj) -> Value,
    /// The frame object of a generator that has not finished, made if need be.
    pub generator_frame: fn(&Rt, Value) -> Res,
    /// Visits the references a generator's frame owns.
    pub visit_generator: fn(&Rt, &GeneratorObj, &mut dyn FnMut(Value)),
    /// Frees a code object's data.
    pub drop_code: fn(&Rt, *mut ()),
    /// Visits the references a code object owns.
    pub visit_code: fn(&Rt, *mut (), &mut dyn FnMut(Value)),
    /// Visits the references a live frame object's activation would show; nothing for one that still runs.
    pub frame_line: fn(&Rt, &FrameObj) -> u32,
    /// What AttributeError says of a module that lacks a name, if there is more to say than that. Runs no user code.
    pub module_attribute_message: fn(&Rt, Value, Value) -> Option<String>,
    /// The frame that called a frame object's function, if there is one.
    pub frame_back: fn(&Rt, &FrameObj) -> Result<Option<Owned>, Raised>,
    /// What a frame's `f_locals` shows: a dict, or a class body's namespace.
    pub frame_locals: fn(&Rt, &FrameObj) -> Res,
    /// Attribute `name` of a code object (`co_name`, `co_varnames`, …), or `None`.
    pub code_attr: fn(&Rt, Value, &str) -> Option<Res>,
    /// Globals of the innermost running function (a dict), or the empty word.
    pub current_globals: fn(&Rt) -> Value,
    /// Where the innermost running function stands: file, line, and the text of the line.
    pub current_place: fn(&Rt) -> Option<(String, u32, String)>,
    /// Locals of the innermost running function as a dict, for `dir()` and `vars()` without argument.
    pub current_locals: fn(&Rt) -> Res,
    /// What `super()` without arguments means where it is called: the class and the receiver.
    pub super_args: fn(&Rt) -> Result<(Owned, Owned), Raised>,
    /// Builds a class: `__build_class__(func, name, *bases, **keywords)`.
    pub build_class: for<'a> fn(&'a Rt, &Args<'a>) -> Res,
    /// The function's code, as names for error messages: its number of free variables.
    pub code_nfree: fn(&Rt, Value) -> usize,
    /// A function of this code gets these globals: what machine code needs to know of it.
    pub bind_code: fn(&Rt, Value, Value) -> Binding,
    /// Names the bodies of a class store on `self`, for the instance layout: called with each function in the class's namespace.
    pub self_attrs: fn(&Rt, Value, NameSink<'_>),
    /// From now on the program may see when objects die (see `Rt::observe`). Called once.
    pub observe: fn(&Rt),
    /// A traceback as reports of unraisable exceptions show it: the heading and a line pair for each entry, without
    /// carets. In the language layer this is `traceback::render_plain`. Never raises.
    pub render_traceback: fn(&Rt, Value) -> String,
}
