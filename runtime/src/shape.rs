//! The shape table: type and slot layout of objects, with transitions.
//!
//! A shape id in an object's header says everything machine code needs to know to guard on it: the layout kind, the
//! class, and which attribute sits in which slot. Ids are never reused. An instance starts with its class's root
//! shape; storing a new attribute moves it along a transition (as in Self's maps). An instance with too many
//! attributes, or one that deletes an attribute or hands out its `__dict__`, goes to the class's dictionary-mode shape.

use crate::object::{Kind, shape_id};
use crate::value::{Owned, Value};
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell, UnsafeCell};

/// Most attributes an instance keeps in slots before it goes to dictionary mode.
pub const MAX_SLOTS: usize = 96;

/// One row of the table.
pub struct Shape {
    /// The class, not counted: whoever has an object of this shape holds the class.
    pub class: Cell<Value>,
    /// Layout kind.
    pub kind: Kind,
    /// Whether attributes live in a dictionary referenced by the overflow word.
    pub dict_mode: bool,
    /// Whether there is attribute storage at all (an exact built-in has none).
    pub has_attrs: bool,
    /// Whether attributes not among `names` may be added (false for `__slots__` without `__dict__`).
    pub open: bool,
    /// Number of slots inside the object; further ones are in the overflow buffer.
    pub inline_cap: u16,
    /// Attribute names in slot order (interned, owned by the root's class or the transition).
    pub names: Box<[Value]>,
    /// The first slots belong to `__slots__` and are not part of `__dict__`.
    pub fixed: u16,
    /// The class's root shape.
    pub root: u32,
    /// Owned name that this transition added.
    own_name: Option<Owned>,
    index: OnceCell<FxHashMap<u64, u16>>,
    transitions: RefCell<Vec<(Value, u32)>>,
    dict_shape: Cell<u32>,
}

impl Shape {
    /// Slot of attribute `name` (interned), if this shape has it.
    pub fn find(&self, name: Value) -> Option<usize> {
        if self.names.len() <= 8 {
            return self.names.iter().position(|&n| n == name);
        }
        let index = self.index.get_or_init(|| {
            self.names.iter().enumerate().map(|(i, n)| (n.bits(), i as u16)).collect()
        });
        index.get(&name.bits()).map(|&i| i as usize)
    }
}

/// All shapes of an engine.
pub struct Shapes {
    // Boxed so that a row stays where it is while the table grows.
    #[allow(clippy::vec_box)]
    rows: UnsafeCell<Vec<Box<Shape>>>,
}

impl Shapes {
    /// The table with the rows of the built-in kinds; their classes are filled in later.
    pub fn new() -> Shapes {
        let shapes = Shapes { rows: UnsafeCell::new(Vec::with_capacity(512)) };
        for id in 0..shape_id::FIRST_DYNAMIC {
            let kind = Kind::ALL.get(id as usize).copied().unwrap_or(Kind::Free);
            shapes.push(Shape {
                class: Cell::new(Value::EMPTY),
                kind,
                dict_mode: false,
                // Exceptions always have room for attributes.
                has_attrs: matches!(kind, Kind::Exception),
                open: matches!(kind, Kind::Exception),
                inline_cap: 0,
                names: Box::new([]),
                fixed: 0,
                root: id,
                own_name: None,
                index: OnceCell::new(),
                transitions: RefCell::new(Vec::new()),
                dict_shape: Cell::new(0),
            });
        }
        shapes
    }

    /// The row of shape `id`.
    ///
    /// # Panics
    /// Panics if `id` was never given out.
    #[inline(always)]
    pub fn get(&self, id: u32) -> &Shape {
        // SAFETY: rows are only appended, by `push`, which holds no reference into the vector while anybody else
        // does; a row's box never moves and is never dropped before the table.
        unsafe { &(&*self.rows.get())[id as usize] }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        // SAFETY: as in `get`.
        unsafe { (&*self.rows.get()).len() }
    }

    /// Whether the table is empty (it never is).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn push(&self, shape: Shape) -> u32 {
        // SAFETY: no reference to the vector itself outlives a call of `get`, `len` or `push`, and none of them
        // calls back.
        let rows = unsafe { &mut *self.rows.get() };
        rows.push(Box::new(shape));
        (rows.len() - 1) as u32
    }

    /// A new root shape for a class.
    pub fn new_root(&self, class: Value, kind: Kind, fixed: Box<[Value]>, open: bool, inline_cap: u16) -> u32 {
        let id = self.len() as u32;
        let fixed_count = fixed.len() as u16;
        self.push(Shape {
            class: Cell::new(class),
            kind,
            dict_mode: false,
            has_attrs: open || fixed_count > 0,
            open,
            inline_cap,
            names: fixed,
            fixed: fixed_count,
            root: id,
            own_name: None,
            index: OnceCell::new(),
            transitions: RefCell::new(Vec::new()),
            dict_shape: Cell::new(0),
        })
    }

    /// The shape reached from `from` by adding attribute `name` (interned).
    pub fn with_attr(&self, from: u32, name: Value) -> u32 {
        let shape = self.get(from);
        if let Some(&(_, to)) = shape.transitions.borrow().iter().find(|(n, _)| *n == name) {
            return to;
        }
        let mut names = shape.names.to_vec();
        names.push(name);
        let to = self.push(Shape {
            class: Cell::new(shape.class.get()),
            kind: shape.kind,
            dict_mode: false,
            has_attrs: true,
            open: shape.open,
            inline_cap: shape.inline_cap,
            names: names.into(),
            fixed: shape.fixed,
            root: shape.root,
            own_name: Some(name.own()),
            index: OnceCell::new(),
            transitions: RefCell::new(Vec::new()),
            dict_shape: Cell::new(0),
        });
        self.get(from).transitions.borrow_mut().push((name, to));
        to
    }

    /// The dictionary-mode shape of the class of shape `of`. Slots of `__slots__` stay slots.
    pub fn dict_mode_of(&self, of: u32) -> u32 {
        let root_id = self.get(of).root;
        let root = self.get(root_id);
        if root.dict_shape.get() == 0 {
            let id = self.push(Shape {
                class: Cell::new(root.class.get()),
                kind: root.kind,
                dict_mode: true,
                has_attrs: true,
                open: true,
                inline_cap: root.inline_cap,
                names: root.names[..root.fixed as usize].into(),
                fixed: root.fixed,
                root: root_id,
                own_name: None,
                index: OnceCell::new(),
                transitions: RefCell::new(Vec::new()),
                dict_shape: Cell::new(0),
            });
            self.get(root_id).dict_shape.set(id);
        }
        self.get(root_id).dict_shape.get()
    }

    /// Releases the names that transitions own; for teardown.
    pub(crate) fn release_names(&self) {
        // SAFETY: as in `push`; releasing a string runs no code that could come back here.
        for row in unsafe { &mut *self.rows.get() }.iter_mut() {
            row.transitions.borrow_mut().clear();
            row.own_name = None;
        }
    }
}

impl Default for Shapes {
    fn default() -> Self {
        Shapes::new()
    }
}
