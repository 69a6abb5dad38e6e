//! The laws of the type lattice, and the lattice against plain sets of values.

mod common;

use common::Rng;
use hir::ty::{ATOMS, UNIONS};
use hir::{Constant, Function, Spec, Type};
use std::collections::BTreeSet;

/// Types of every form: atoms, unions, lives, specs.
fn sample() -> Vec<Type> {
    let mut func = Function::new("f");
    let mut rng = Rng::new(6);
    let mut types: Vec<Type> = vec![Type::BOTTOM, Type::TOP, Type::OPT_OBJECT, Type::ITER_RESULT, Type::OPT_BOOL];
    types.extend(ATOMS.iter().chain(UNIONS).map(|t| t.0));
    for _ in 0..60 {
        let pick = |rng: &mut Rng| ATOMS[rng.below(ATOMS.len())].0;
        types.push(pick(&mut rng).union(pick(&mut rng)).union(pick(&mut rng)));
    }
    types.extend(types.clone().iter().flat_map(|t| [t.mortal(), t.immortal(), t.or_null(), t.without_null()]));
    for constant in [
        Constant::None,
        Constant::True,
        Constant::Int(5),
        Constant::Int(6),
        Constant::Str("a".into()),
        Constant::CInt(1),
    ] {
        let id = func.intern_constant(constant);
        types.push(func.constant_type(id));
    }
    for n in 0..2 {
        for ty in [Type::TUPLE_EXACT, Type::TUPLE_EXACT.mortal(), Type::TUPLE_EXACT.or_null()] {
            types.push(ty.with_spec(Spec::Len(n)));
        }
        for ty in [Type::INSTANCE, Type::OBJECT, Type::INSTANCE.or_null(), Type::INSTANCE.immortal()] {
            types.push(ty.with_spec(Spec::Shape(n)));
        }
    }
    types
}

/// A value as far as types without specs tell values apart: an atom, and for objects whether it is mortal.
type Values = BTreeSet<(u32, Option<bool>)>;

fn values(ty: Type) -> Values {
    let (mortal, immortal) = ty.life();
    (0..ATOMS.len() as u32)
        .filter(|bit| ty.atom_bits() >> bit & 1 != 0)
        .flat_map(|bit| {
            let object = ATOMS[bit as usize].0.may_be_object();
            let lives = [(mortal, Some(true)), (immortal, Some(false))];
            let of_object = lives.into_iter().filter(move |l| object && l.0).map(|l| l.1);
            of_object.chain((!object).then_some(None)).map(move |life| (bit, life))
        })
        .collect()
}

/// The type without its spec.
fn plain(ty: Type) -> Type {
    ty.with_spec(Spec::None)
}

#[test]
fn join_is_the_least_bound_above() {
    let types = sample();
    for &a in &types {
        assert_eq!(a.join(a), a);
        assert_eq!(a.join(Type::BOTTOM), a);
        assert_eq!(Type::BOTTOM.join(a), a);
        assert_eq!(a.join(Type::TOP), Type::TOP, "{a:?}");
        for &b in &types {
            let join = a.join(b);
            assert_eq!(join, b.join(a), "{a:?} {b:?}");
            assert!(a.is_subtype(join) && b.is_subtype(join), "{a:?} {b:?} {join:?}");
            if a.is_subtype(b) {
                assert_eq!(plain(join), plain(b), "{a:?} {b:?}");
                assert!(join.spec() == b.spec() || b.spec() == Spec::None, "{a:?} {b:?}");
            }
            // As sets: exact in the atoms; the life is one for all objects of a type.
            let union = &values(a) | &values(b);
            assert!(union.is_subset(&values(join)));
            for &c in types.iter().filter(|c| c.spec() == Spec::None) {
                if a.is_subtype(c) && b.is_subtype(c) {
                    assert!(join.is_subtype(c), "{a:?} {b:?} within {c:?}");
                }
            }
        }
    }
}

#[test]
fn meet_is_the_greatest_bound_below() {
    let types = sample();
    for &a in &types {
        assert_eq!(a.meet(a), a);
        assert!(a.meet(Type::BOTTOM).is_bottom());
        assert_eq!(a.meet(Type::TOP), a);
        for &b in &types {
            let meet = a.meet(b);
            assert_eq!(plain(meet), plain(b.meet(a)), "{a:?} {b:?}");
            assert_eq!(meet.is_bottom(), !a.intersects(b));
            assert!(plain(meet).is_subtype(plain(a)) && plain(meet).is_subtype(plain(b)), "{a:?} {b:?}");
            if a.is_subtype(b) {
                assert_eq!(meet, a, "{a:?} {b:?}");
            }
            if a.spec() == Spec::None && b.spec() == Spec::None {
                assert_eq!(values(meet), &values(a) & &values(b), "{a:?} {b:?}");
            }
        }
    }
}

#[test]
fn join_and_meet_are_associative() {
    let types = sample();
    let mut rng = Rng::new(7);
    for _ in 0..200_000 {
        let [a, b, c] = [(); 3].map(|()| types[rng.below(types.len())]);
        // A join may drop a spec earlier in one order than in the other; nothing else depends on the order.
        let (left, right) = (a.join(b).join(c), a.join(b.join(c)));
        assert_eq!(plain(left), plain(right), "{a:?} {b:?} {c:?}");
        let (left, right) = (plain(a).meet(plain(b)).meet(plain(c)), plain(a).meet(plain(b).meet(plain(c))));
        assert_eq!(left, right, "{a:?} {b:?} {c:?}");
    }
}

#[test]
fn subtypes_are_subsets() {
    let types = sample();
    for &a in &types {
        assert!(a.is_subtype(a) && a.is_subtype(Type::TOP) && Type::BOTTOM.is_subtype(a));
        for &b in &types {
            if a.is_subtype(b) && b.is_subtype(a) {
                assert_eq!(a, b);
            }
            if b.spec() == Spec::None {
                assert_eq!(a.is_subtype(b), values(a).is_subset(&values(b)), "{a:?} {b:?}");
            }
            for &c in types.iter().step_by(7) {
                assert!(!(a.is_subtype(b) && b.is_subtype(c)) || a.is_subtype(c), "{a:?} {b:?} {c:?}");
            }
        }
    }
}

#[test]
fn predicates_agree_with_the_sets() {
    for ty in sample() {
        let values = values(ty);
        let has = |atom: Type| values.iter().any(|v| atom.atom_bits() >> v.0 & 1 != 0);
        assert_eq!(ty.is_bottom(), values.is_empty(), "{ty:?}");
        assert_eq!(ty.is_counted(), values.iter().any(|v| v.1 == Some(true)), "{ty:?}");
        assert_eq!(ty.may_be_object(), values.iter().any(|v| v.1.is_some()), "{ty:?}");
        assert_eq!(ty.may_be_null(), has(Type::NULLPTR));
        assert_eq!(ty.may_be_missing(), has(Type::NULLPTR) || has(Type::ITER_DONE));
        let machine = [Type::C_INT64, Type::C_DOUBLE, Type::C_BOOL, Type::C_PTR];
        assert_eq!(
            ty.is_machine(),
            !values.is_empty() && values.iter().all(|v| machine.iter().any(|m| m.atom_bits() >> v.0 & 1 != 0))
        );
        let kinds = machine.iter().filter(|m| has(**m)).count() + usize::from(values.iter().any(|v| v.0 > 3));
        assert_eq!(ty.mixes_machine(), kinds > 1 && machine.iter().any(|m| has(*m)), "{ty:?}");
        assert!(!ty.release_may_run_code() || ty.is_counted());
    }
    assert!(!Type::STR_EXACT.release_may_run_code() && Type::STR.release_may_run_code());
    assert!(Type::LIST_EXACT.release_may_run_code() && !Type::LIST_EXACT.immortal().release_may_run_code());
}
