//! Tally's object runtime: values, heap, shapes, object types, exceptions, destruction, cycle collection.
//!
//! It knows nothing of the layers above: it calls them through [`entry::Entry`]. ARCHITECTURE.md tells how the parts fit.

pub mod attr;
pub mod boxed;
pub mod bytes;
pub mod call;
pub mod class;
pub mod clock;
pub mod cycles;
pub mod dealloc;
pub mod dict;
pub mod entry;
pub mod epochs;
pub mod error;
pub mod heap;
pub mod instance;
pub mod intern;
pub mod libm;
pub mod list;
pub mod names;
pub mod native;
mod native_like_hosted;
pub mod number;
pub mod object;
pub mod ops;
pub mod output;
pub mod raising;
pub mod rt;
pub mod set;
pub mod shape;
pub mod signals;
pub mod singletons;
pub mod slicing;
pub mod stack;
pub mod string;
pub mod struct_sequence;
pub mod teardown;
pub mod text;
pub mod tuple;
pub mod types;
pub mod value;
mod warning;
pub mod weakref;

pub use error::{Exc, Raised, Res};
pub use native::{Args, NativeDef};
pub use rt::Rt;
pub use value::{Owned, Slot, Value};
