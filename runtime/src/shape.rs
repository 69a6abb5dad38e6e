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

/// Most names that the instances of a class release in the class's order; with more, an instance releases its attributes
/// in the order in which they were set. Both are CPython's.
const MAX_KEYS: usize = 30;

/// What a class says of its instances' attribute storage.
pub struct Layout {
    /// Layout kind.
    pub kind: Kind,
    /// Names of `__slots__`, inherited ones first (interned).
    pub fixed: Vec<Owned>,
    /// In which order the slots of `fixed` are released.
    pub fixed_release: Vec<u16>,
    /// Whether other attributes can be stored.
    pub open: bool,
    /// Number of slots inside the object, at least as many as `fixed`.
    pub inline_cap: u16,
    /// Names that instances are known to set, which come first when a dying instance releases its attributes.
    pub keys: Vec<Owned>,
    /// Whether attributes are released in the class's order, not in the order in which they were set.
    pub ordered: bool,
}

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
    /// In which order a dying instance releases its slots; `None` for slot order.
    pub release: Option<Box<[u16]>>,
    /// Owned names: the one that a transition added, those of `__slots__` in a root.
    own_names: Vec<Owned>,
    /// In a root: names in the order in which instances release them, completed as names turn up.
    keys: RefCell<Vec<Owned>>,
    /// In a root: whether `keys` is the order of release.
    ordered: bool,
    index: OnceCell<FxHashMap<u64, u16>>,
    transitions: RefCell<Vec<(Value, u32)>>,
    dict_shape: Cell<u32>,
}

impl Shape {
    /// Slot of attribute `name` (interned) of the instance itself, if this shape has it. Slots of `__slots__` are not
    /// found: they are reached through their descriptors.
    #[inline]
    pub fn find(&self, name: Value) -> Option<usize> {
        let fixed = self.fixed as usize;
        if self.names.len() <= 8 {
            return self.names[fixed..].iter().position(|&n| n == name).map(|i| i + fixed);
        }
        let index = self
            .index
            .get_or_init(|| self.names.iter().enumerate().skip(fixed).map(|(i, n)| (n.bits(), i as u16)).collect());
        index.get(&name.bits()).map(|&i| i as usize)
    }

    /// Of a root: whether instances release their attributes in the class's order, not in the order in which they were set.
    pub(crate) fn is_ordered(&self) -> bool {
        self.ordered
    }

    /// Of a root: calls `f` with the names that instances are known to set.
    pub(crate) fn each_key(&self, f: &mut dyn FnMut(Value)) {
        self.keys.borrow().iter().for_each(|k| f(**k));
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
            let kind = match id {
                shape_id::METHOD_DESCRIPTOR..=shape_id::METHOD_WRAPPER => Kind::Native,
                _ => Kind::ALL.get(id as usize).copied().unwrap_or(Kind::Free),
            };
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
                release: None,
                own_names: Vec::new(),
                keys: RefCell::new(Vec::new()),
                ordered: false,
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

    /// Whether there is such a shape among `id` and those that its objects can get by storing attributes.
    pub(crate) fn any_from(&self, id: u32, is: &dyn Fn(&Shape) -> bool) -> bool {
        let mut ids = vec![id];
        while let Some(id) = ids.pop() {
            let shape = self.get(id);
            if is(shape) {
                return true;
            }
            ids.extend(shape.transitions.borrow().iter().map(|&(_, to)| to));
        }
        false
    }

    fn push(&self, shape: Shape) -> u32 {
        // SAFETY: no reference to the vector itself outlives a call of `get`, `len` or `push`, and none of them
        // calls back.
        let rows = unsafe { &mut *self.rows.get() };
        rows.push(Box::new(shape));
        (rows.len() - 1) as u32
    }

    /// A new root shape for a class.
    pub fn new_root(&self, class: Value, layout: Layout) -> u32 {
        let id = self.len() as u32;
        let fixed = layout.fixed.len() as u16;
        debug_assert!(layout.inline_cap >= fixed);
        self.push(Shape {
            class: Cell::new(class),
            kind: layout.kind,
            dict_mode: false,
            has_attrs: layout.open || fixed > 0,
            open: layout.open,
            inline_cap: layout.inline_cap,
            names: layout.fixed.iter().map(|n| **n).collect(),
            fixed,
            root: id,
            release: permutation(layout.fixed_release),
            own_names: layout.fixed,
            keys: RefCell::new(layout.keys),
            ordered: layout.ordered,
            index: OnceCell::new(),
            transitions: RefCell::new(Vec::new()),
            dict_shape: Cell::new(0),
        })
    }

    /// In which order an instance with slots `names` releases them.
    fn release_order(&self, root: &Shape, names: &[Value]) -> Option<Box<[u16]>> {
        let fixed = root.fixed as usize;
        let mut order: Vec<u16> = match &root.release {
            Some(order) => order.to_vec(),
            None => (0..root.fixed).collect(),
        };
        let own = order.len();
        order.extend(fixed as u16..names.len() as u16);
        let mut keys = root.keys.borrow_mut();
        let mut place = |name: Value| {
            keys.iter().position(|k| **k == name).or_else(|| {
                (keys.len() < MAX_KEYS).then(|| {
                    keys.push(name.own());
                    keys.len() - 1
                })
            })
        };
        let places: Option<Vec<usize>> = names[fixed..].iter().map(|n| place(*n)).collect();
        if let (true, Some(places)) = (root.ordered, places) {
            order[own..].sort_by_key(|i| places[*i as usize - fixed]);
        }
        permutation(order)
    }

    /// The shape reached from `from` by adding attribute `name` (interned).
    pub fn with_attr(&self, from: u32, name: Value) -> u32 {
        let shape = self.get(from);
        if let Some(&(_, to)) = shape.transitions.borrow().iter().find(|(n, _)| *n == name) {
            return to;
        }
        let mut names = shape.names.to_vec();
        names.push(name);
        let release = self.release_order(self.get(shape.root), &names);
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
            release,
            own_names: vec![name.own()],
            keys: RefCell::new(Vec::new()),
            ordered: false,
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
            root.dict_shape.set(self.push(Shape {
                class: Cell::new(root.class.get()),
                kind: root.kind,
                dict_mode: true,
                has_attrs: true,
                open: true,
                inline_cap: root.inline_cap,
                names: root.names[..root.fixed as usize].into(),
                fixed: root.fixed,
                root: root_id,
                release: root.release.clone(),
                own_names: Vec::new(),
                keys: RefCell::new(Vec::new()),
                ordered: false,
                index: OnceCell::new(),
                transitions: RefCell::new(Vec::new()),
                dict_shape: Cell::new(0),
            }));
        }
        root.dict_shape.get()
    }

    /// The place of `name` in the order in which instances of the class with root shape `root` release attributes.
    pub(crate) fn key_place(&self, root: u32, name: Value) -> Option<usize> {
        self.get(root).keys.borrow().iter().position(|k| **k == name)
    }

    /// Releases the names that transitions own; for teardown.
    pub(crate) fn release_names(&self) {
        // SAFETY: as in `push`; releasing a string runs no code that could come back here.
        for row in unsafe { &mut *self.rows.get() }.iter_mut() {
            row.transitions.borrow_mut().clear();
            row.own_names.clear();
            row.keys.borrow_mut().clear();
        }
    }
}

/// An order of slots, `None` if it is just the slots' own.
fn permutation(order: Vec<u16>) -> Option<Box<[u16]>> {
    if order.iter().enumerate().all(|(i, o)| i == *o as usize) { None } else { Some(order.into()) }
}

impl Shapes {
    /// Forgets the names that transitions own without releasing them.
    pub(crate) fn forget_names(&mut self) {
        for row in self.rows.get_mut() {
            row.own_names.drain(..).chain(row.keys.get_mut().drain(..)).for_each(|name| {
                name.into_raw();
            });
        }
    }
}

impl Default for Shapes {
    fn default() -> Self {
        Shapes::new()
    }
}
