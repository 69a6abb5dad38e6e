//! Making values of a type, and telling whether a value is of one.

use super::heap::{Kind, Made, OTHER_SHAPE, Object, Place, UNKNOWN, WORLD};
use super::machine::Machine;
use super::trap::{Fault, Step};
use super::value::{Draw, ObjectId, Value, draw, mix};
use crate::{ConstId, Constant, Entity, Memory, Spec, Type};

/// Whether a question about a value may decide what is still open (the shape of an instance, the length of a tuple).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// No: what is open is not so.
    Known,
    /// Yes: a test at run time.
    Decide,
    /// No, and what is open or may have changed since (a shape) does not count.
    Lasting,
}

/// Kinds of which there is one object for each value, never freed.
const SINGLETONS: Type = Type::BOOL.union(Type::NONE_TYPE).union(Type::ELLIPSIS_TYPE).union(Type::NOT_IMPLEMENTED_TYPE);

/// Small integers that are more interesting than others.
const INTS: [i64; 8] = [-(1 << 62), (1 << 62) - 1, -1, 0, 1, 63, 1 << 31, -(1 << 31)];
/// Floats that fit the word.
const WORD_FLOATS: [f64; 8] = [0.0, -0.0, 1.0, -1.5, 0.1, 1e15, -3.25e-20, 7.0];
/// Floats that need an object.
const HEAP_FLOATS: [f64; 6] = [1e300, -1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324];

impl Machine<'_> {
    /// The atoms of a value, as bits of [`Type::atom_bits`].
    pub(super) fn atom(&self, value: Value) -> u64 {
        let ty = match value {
            Value::Unset => Type::BOTTOM,
            Value::Null => Type::NULLPTR,
            Value::Done => Type::ITER_DONE,
            Value::Int(_) => Type::SMALL_INT,
            Value::Float(_) => Type::WORD_FLOAT,
            Value::CInt(_) => Type::C_INT64,
            Value::CDouble(_) => Type::C_DOUBLE,
            Value::CBool(_) => Type::C_BOOL,
            Value::CPtr(_) => Type::C_PTR,
            Value::Object(id) => return self.heap.object(id).kind.bits(),
        };
        ty.atom_bits()
    }

    /// Whether a value is of a type.
    pub(super) fn is_of(&mut self, value: Value, ty: Type, ask: Ask) -> bool {
        if self.atom(value) & ty.atom_bits() == 0 {
            return false;
        }
        if let Value::Object(id) = value {
            let (mortal, immortal) = ty.life();
            if !(if self.heap.object(id).immortal { immortal } else { mortal }) {
                return false;
            }
        }
        match (ty.spec(), value) {
            (Spec::None, _) => true,
            (Spec::Value(constant), _) => self.constant(constant) == value,
            (Spec::Shape(shape), Value::Object(id)) => self.has_shape(id, shape, ask),
            (Spec::Len(len), Value::Object(id)) => self.has_len(id, len, ask),
            // Where an object may stand, a number in the word is none with that form; of the empty word none is asked.
            (Spec::Shape(_) | Spec::Len(_), _) => value.is_missing() || !ty.may_be_object() || ask == Ask::Lasting,
        }
    }

    /// Whether an object has a shape. A test decides an open shape: mostly yes.
    pub(super) fn has_shape(&mut self, id: ObjectId, shape: u32, ask: Ask) -> bool {
        match ask {
            Ask::Lasting => return true,
            Ask::Decide if self.heap.object(id).shape == UNKNOWN => {
                let object = self.heap.object(id);
                // Concrete objects of a built-in kind have the shape of their kind.
                let may = self.recorder.is_none() || object.kind.is(Type::INSTANCE);
                let yes = may && !draw(self.key, Draw::Shape, object.key).is_multiple_of(4);
                self.set_shape(id, if yes { shape } else { OTHER_SHAPE });
                self.decided_form(id);
            }
            Ask::Known | Ask::Decide => {}
        }
        self.heap.object(id).shape == shape
    }

    fn has_len(&mut self, id: ObjectId, len: u32, ask: Ask) -> bool {
        let object = self.heap.object(id);
        if object.len == UNKNOWN && ask == Ask::Decide && object.kind.is(Type::TUPLE_EXACT) {
            let other = draw(self.key, Draw::Len, object.key);
            let len = if other.is_multiple_of(4) { len + 1 } else { len };
            self.heap.object_mut(id).len = len;
            self.decided_form(id);
        }
        self.heap.object(id).len == len
    }

    pub(super) fn set_shape(&mut self, id: ObjectId, shape: u32) {
        self.heap.list(id);
        self.heap.object_mut(id).shape = shape;
    }

    /// The length of a list or tuple; an open one is decided, so that index `wanted` is mostly within it.
    pub(super) fn len_of(&mut self, id: ObjectId, wanted: i64) -> u32 {
        let object = self.heap.object(id);
        if object.len != UNKNOWN {
            return object.len;
        }
        let number = draw(self.place_key(id, Place::LENGTH), Draw::Len, 0);
        let needed = if wanted >= 0 { wanted.saturating_add(1) } else { wanted.saturating_neg() };
        let least = if (0..8).contains(&needed) && !number.is_multiple_of(8) { needed as u32 } else { 0 };
        let len = least + (number >> 8) as u32 % 3;
        self.heap.list(id);
        self.heap.object_mut(id).len = len;
        self.decided_form(id);
        len
    }

    /// The value of a constant. Those that are counted objects are held by the outside.
    pub(super) fn constant(&mut self, id: ConstId) -> Value {
        if let Some(&known) = self.constants.get(id.index())
            && known != Value::Unset
        {
            return known;
        }
        let key = mix(self.base, 0xc0_0000 + id.index() as u64);
        let value = match *self.func.constant(id) {
            Constant::Nullptr => Value::Null,
            Constant::None => self.singleton(Type::NONE_TYPE, 0),
            Constant::True => self.singleton(Type::BOOL, 1),
            Constant::False => self.singleton(Type::BOOL, 0),
            Constant::Ellipsis => self.singleton(Type::ELLIPSIS_TYPE, 0),
            Constant::NotImplemented => self.singleton(Type::NOT_IMPLEMENTED_TYPE, 0),
            Constant::Int(value) => Value::Int(value),
            Constant::Float(bits) => self.float(bits, key, Made::Constant),
            Constant::CInt(value) => Value::CInt(value),
            Constant::CDouble(bits) => Value::CDouble(bits),
            Constant::CBool(value) => Value::CBool(value),
            Constant::Str(_) => self.make(Type::STR_EXACT, key, Made::Constant).unwrap_or(Value::Null),
            Constant::Names(ref names) => {
                let ty = Type::TUPLE_EXACT.with_spec(Spec::Len(names.len() as u32));
                self.make(ty, key, Made::Constant).unwrap_or(Value::Null)
            }
            Constant::Entry { ty, .. } | Constant::Object { ty, .. } => {
                let ty = if ty.known_value().is_some() { ty.with_spec(Spec::None) } else { ty };
                self.make(ty, key, Made::Constant).unwrap_or(Value::Null)
            }
        };
        self.heap.hold_forever(value);
        if self.constants.len() <= id.index() {
            self.constants.resize(id.index() + 1, Value::Unset);
        }
        self.constants[id.index()] = value;
        value
    }

    /// The object of a kind of which there is one (or, of truth values, one for each).
    pub(super) fn singleton(&mut self, atom: Type, which: u64) -> Value {
        let kind = Kind::of(atom);
        let key = (kind.bits() << 1) | which;
        if let Some(&(_, id)) = self.singletons.iter().find(|known| known.0 == key) {
            return Value::Object(id);
        }
        let object =
            Object { immortal: true, number: which, ..Object::new(kind, mix(self.base, key), Made::Singleton) };
        let id = self.heap.add(object);
        self.singletons.push((key, id));
        Value::Object(id)
    }

    /// `True` or `False`.
    pub(super) fn boolean(&mut self, value: bool) -> Value {
        self.singleton(Type::BOOL, u64::from(value))
    }

    /// `None`.
    pub(super) fn none(&mut self) -> Value {
        self.singleton(Type::NONE_TYPE, 0)
    }

    /// A float: a word, or an object to which there is no reference yet.
    pub(super) fn float(&mut self, bits: u64, key: u64, made: Made) -> Value {
        if Constant::is_word_float(f64::from_bits(bits)) {
            return Value::Float(bits);
        }
        let object = Object { number: bits, ..Object::new(Kind::of(Type::HEAP_FLOAT), key, made) };
        Value::Object(self.heap.add(object))
    }

    /// A value of a type, determined by the key: a word, a singleton, or a new object to which there is no reference yet. No value
    /// if the type has none.
    pub(super) fn make(&mut self, ty: Type, key: u64, made: Made) -> Option<Value> {
        if let Spec::Value(constant) = ty.spec() {
            return Some(self.constant(constant));
        }
        let (mortal, immortal) = ty.life();
        let bits = if immortal { ty.atom_bits() } else { ty.atom_bits() & !SINGLETONS.atom_bits() };
        let has_form = ty.may_be_object() && matches!(ty.spec(), Spec::Shape(_) | Spec::Len(_));
        let bits = if has_form { bits & !Type::SMALL_INT.union(Type::WORD_FLOAT).atom_bits() } else { bits };
        let number = draw(key, Draw::Atom, 0);
        let atom = pick(bits, number)?;
        let word = draw(key, Draw::Word, 0);
        Some(match atom {
            Type::NULLPTR => Value::Null,
            Type::ITER_DONE => Value::Done,
            Type::SMALL_INT => Value::Int(small_int(word)),
            Type::WORD_FLOAT => Value::Float(WORD_FLOATS[(word % 8) as usize].to_bits()),
            Type::C_INT64 => Value::CInt(if word & 4 == 0 { small_int(word >> 3) } else { mix(word, 1) as i64 }),
            Type::C_DOUBLE => Value::CDouble(WORD_FLOATS[(word % 8) as usize].to_bits()),
            Type::C_BOOL => Value::CBool(word & 1 != 0),
            Type::C_PTR => Value::CPtr(word),
            Type::BOOL => self.boolean(word & 1 != 0),
            atom if atom.atom_bits() & SINGLETONS.atom_bits() != 0 => self.singleton(atom, 0),
            atom => {
                let is_immortal = !mortal || (immortal && draw(key, Draw::Life, 0).is_multiple_of(16));
                let object = Object { immortal: is_immortal, ..Object::new(Kind::of(atom), key, made) };
                Value::Object(self.add_object(object, ty, word))
            }
        })
    }

    fn add_object(&mut self, mut object: Object, ty: Type, word: u64) -> ObjectId {
        if object.kind.is(Type::HEAP_FLOAT) {
            object.number = HEAP_FLOATS[(word % HEAP_FLOATS.len() as u64) as usize].to_bits();
        }
        match ty.spec() {
            Spec::Shape(shape) => object.shape = shape,
            Spec::Len(len) if object.kind.is(Type::TUPLE_EXACT) => object.len = len,
            Spec::Len(_) | Spec::None | Spec::Value(_) => {}
        }
        let listed = object.shape != UNKNOWN;
        let id = self.heap.add(object);
        if listed {
            self.heap.list(id);
        }
        id
    }

    /// As [`make`](Self::make), mostly within the hint.
    pub(super) fn make_hinted(&mut self, ty: Type, hint: Option<Type>, key: u64, made: Made) -> Step<Value> {
        let follow = self.profile.never_fails() || !draw(key, Draw::Exists, 1).is_multiple_of(4);
        let narrowed = hint.map(|hint| hint.meet(ty)).filter(|ty| !ty.is_bottom() && follow);
        if let Some(narrowed) = narrowed
            && let Some(value) = self.make(narrowed, key, made)
            && self.is_of(value, ty, Ask::Known)
        {
            return Ok(value);
        }
        self.make(ty, key, made).ok_or(Fault::malformed("a result of a type without values"))
    }

    /// What root number `index` of the host holds, if anything.
    pub(super) fn root(&self, index: u32) -> Option<Value> {
        self.heap.get(WORLD, Place::new(Memory::HOST, index))
    }
}

/// An atom among these: mostly an object that may be mortal, if there is one.
fn pick(bits: u64, number: u64) -> Option<Type> {
    let plain = Type::TOP.atom_bits() & !Type::OBJECT.atom_bits();
    let words = (Type::SMALL_INT.union(Type::WORD_FLOAT).union(SINGLETONS)).atom_bits();
    let (missing, rest) = (bits & plain, bits & !plain);
    let (light, heavy) = (rest & words, rest & !words);
    // Of sixteen values one is missing, two are words or singletons, if there are such; the others are objects with a count.
    let order = match number % 16 {
        0 => [missing, light, heavy],
        1 | 2 => [light, heavy, missing],
        _ => [heavy, light, missing],
    };
    let from = order.into_iter().find(|&bits| bits != 0)?;
    let nth = (number >> 8) % u64::from(from.count_ones());
    let mut bits = from;
    for _ in 0..nth {
        bits &= bits - 1;
    }
    Some(Kind::at(bits.trailing_zeros()).ty())
}

fn small_int(number: u64) -> i64 {
    let rest = number >> 3;
    match number % 8 {
        0..=4 => (rest % 8) as i64 - 2,
        5 => INTS[(rest % INTS.len() as u64) as usize],
        6 => (rest % 200) as i64 - 100,
        _ => (mix(rest, 7) as i64) >> 2,
    }
}
