//! The `random` module: class `Random`, and its methods bound to one hidden instance.

mod distributions;
mod integers;
mod sequences;
mod source;
mod state;

use crate::modules::numeric::mt19937::Mt19937;
use crate::modules::{ModuleDef, add};
use runtime::boxed::NativeObject;
use runtime::{Args, NativeDef, Raised, Res, Rt, Slot, Value};
use std::cell::RefCell;

/// The module.
pub(crate) const MODULE: ModuleDef =
    ModuleDef { name: "random", doc: "Random variable generators.", functions: &[], init };

/// `random.Random`.
pub(super) struct Random {
    twister: RefCell<Mt19937>,
    /// The second number of a pair that `gauss` made, or nothing.
    gauss_next: Slot,
}

const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", new),
    NativeDef::hosted("__init__", "Random.__init__", "(self, x=None)", init_random),
    NativeDef::new("random", "(self, /)", |rt, args| {
        rt.float(rt.expect_boxed::<Random>(args.get(0))?.twister.borrow_mut().random())
    }),
    NativeDef::new("getrandbits", "(self, k, /)", integers::getrandbits),
    NativeDef::hosted("seed", "Random.seed", "(self, a=None, version=2)", state::seed),
    NativeDef::hosted("getstate", "Random.getstate", "(self)", state::getstate),
    NativeDef::hosted("setstate", "Random.setstate", "(self, state)", state::setstate),
    NativeDef::hosted("randrange", "Random.randrange", "(self, start, stop=None, step=1)", integers::randrange),
    NativeDef::hosted("randint", "Random.randint", "(self, a, b)", integers::randint),
    NativeDef::hosted("randbytes", "Random.randbytes", "(self, n)", integers::randbytes),
    NativeDef::hosted("_randbelow", "Random._randbelow", "(self, n)", integers::randbelow),
    NativeDef::hosted("choice", "Random.choice", "(self, seq)", sequences::choice),
    NativeDef::hosted(
        "choices",
        "Random.choices",
        "(self, population, weights=None, *, cum_weights=None, k=1)",
        sequences::choices,
    ),
    NativeDef::hosted("shuffle", "Random.shuffle", "(self, x)", sequences::shuffle),
    NativeDef::hosted("sample", "Random.sample", "(self, population, k, *, counts=None)", sequences::sample),
    NativeDef::hosted("uniform", "Random.uniform", "(self, a, b)", distributions::uniform),
    NativeDef::hosted(
        "triangular",
        "Random.triangular",
        "(self, low=0.0, high=1.0, mode=None)",
        distributions::triangular,
    ),
    NativeDef::hosted(
        "normalvariate",
        "Random.normalvariate",
        "(self, mu=0.0, sigma=1.0)",
        distributions::normalvariate,
    ),
    NativeDef::hosted("gauss", "Random.gauss", "(self, mu=0.0, sigma=1.0)", distributions::gauss),
    NativeDef::hosted("lognormvariate", "Random.lognormvariate", "(self, mu, sigma)", distributions::lognormvariate),
    NativeDef::hosted("expovariate", "Random.expovariate", "(self, lambd=1.0)", distributions::expovariate),
    NativeDef::hosted("vonmisesvariate", "Random.vonmisesvariate", "(self, mu, kappa)", distributions::vonmisesvariate),
    NativeDef::hosted("gammavariate", "Random.gammavariate", "(self, alpha, beta)", distributions::gammavariate),
    NativeDef::hosted("betavariate", "Random.betavariate", "(self, alpha, beta)", distributions::betavariate),
    NativeDef::hosted("paretovariate", "Random.paretovariate", "(self, alpha)", distributions::paretovariate),
    NativeDef::hosted("weibullvariate", "Random.weibullvariate", "(self, alpha, beta)", distributions::weibullvariate),
    NativeDef::hosted(
        "binomialvariate",
        "Random.binomialvariate",
        "(self, n=1, p=0.5)",
        distributions::binomialvariate,
    ),
];

impl NativeObject for Random {
    const NAME: &'static str = "random.Random";
    const METHODS: &'static [NativeDef] = METHODS;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        if let Some(v) = self.gauss_next.get().some() {
            f(v);
        }
    }

    fn clear(&self) {
        self.gauss_next.clear();
    }
}

/// Words that nobody can guess, for a generator without a seed.
fn entropy() -> [u32; 8] {
    use std::hash::{BuildHasher, Hasher, RandomState};
    let mut words = [0; 8];
    for pair in words.chunks_mut(2) {
        let bits = RandomState::new().build_hasher().finish();
        pair.copy_from_slice(&[bits as u32, (bits >> 32) as u32]);
    }
    words
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let class = rt.native_type::<Random>()?;
    let Some(cls) = args.positional().first().copied().filter(|c| rt.is_type(*c) && rt.is_subclass(*c, class)) else {
        return Err(rt.type_error("Random.__new__(X): X is not a subtype of Random"));
    };
    let twister = RefCell::new(Mt19937::from_words(&entropy()));
    rt.new_boxed_of(cls, Random { twister, gauss_next: Slot::empty() })
}

fn init_random(rt: &Rt, args: &Args<'_>) -> Res {
    let (this, x) = (args.get(0), args.opt(1).unwrap_or(Value::none()));
    if rt.class_of(this) == rt.native_type::<Random>()? {
        state::seed(rt, &Args::positional_only(&[this, x]))?;
    } else {
        rt.call_method(this, rt.intern_immortal("seed")?, &[x])?;
    }
    Ok(Value::none().own())
}

/// The methods that the module offers as functions of a hidden instance.
const FUNCTIONS: &[&str] = &[
    "betavariate",
    "binomialvariate",
    "choice",
    "choices",
    "expovariate",
    "gammavariate",
    "gauss",
    "getrandbits",
    "getstate",
    "lognormvariate",
    "normalvariate",
    "paretovariate",
    "randbytes",
    "randint",
    "random",
    "randrange",
    "sample",
    "seed",
    "setstate",
    "shuffle",
    "triangular",
    "uniform",
    "vonmisesvariate",
    "weibullvariate",
];

fn init(rt: &Rt, dict: Value) -> Result<(), Raised> {
    let class = rt.native_type::<Random>()?;
    rt.type_set(class, rt.intern_immortal("VERSION")?, Some(Value::int(state::VERSION).own()))?;
    let hidden = rt.call(class, &[])?;
    let mut all = vec![rt.intern("Random")?];
    for name in FUNCTIONS {
        let name = rt.intern_immortal(name)?;
        let method = rt.getattr(*hidden, name)?;
        rt.dict_set_str(dict, name, method)?;
        all.push(name.own());
    }
    add(rt, dict, "_inst", hidden)?;
    add(rt, dict, "Random", class.own())?;
    add(rt, dict, "__all__", rt.list_from_owned(all)?)
}
