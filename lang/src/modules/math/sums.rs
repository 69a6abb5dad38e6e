//! Sums, products and norms.

use crate::modules::numeric::sums::{ExactSum, ProductSum, SumError, norm};
use runtime::ops::BinOp;
use runtime::{Args, Owned, Raised, Res, Rt, Value};
use smallvec::SmallVec;

/// Calls `f` for every item of `iterable`, with an eye on interrupts.
fn each(rt: &Rt, iterable: Value, mut f: impl FnMut(Owned) -> Result<(), Raised>) -> Result<(), Raised> {
    let it = rt.iter(iterable)?;
    let mut count = 0u32;
    while let Some(item) = rt.next(*it)? {
        f(item)?;
        count = count.wrapping_add(1);
        if count.is_multiple_of(4096) {
            rt.poll()?;
        }
    }
    Ok(())
}

pub(super) fn hypot(rt: &Rt, args: &Args<'_>) -> Res {
    let coordinates = args.positional().iter().map(|v| rt.to_f64(*v)).collect::<Result<SmallVec<[f64; 8]>, _>>()?;
    rt.float(norm(&coordinates))
}

pub(super) fn dist(rt: &Rt, args: &Args<'_>) -> Res {
    let (p, q) = (rt.collect_vec(args.get(0))?, rt.collect_vec(args.get(1))?);
    if p.len() != q.len() {
        return Err(rt.value_error("both points must have the same number of dimensions"));
    }
    let difference = |(x, y): (&Owned, &Owned)| Ok(rt.to_f64(**x)? - rt.to_f64(**y)?);
    let differences = p.iter().zip(&q).map(difference).collect::<Result<SmallVec<[f64; 8]>, Raised>>()?;
    rt.float(norm(&differences))
}

fn sum_error(rt: &Rt, e: SumError) -> Raised {
    match e {
        SumError::Overflow => rt.overflow_error(e.to_string()),
        _ => rt.value_error(e.to_string()),
    }
}

pub(super) fn fsum(rt: &Rt, args: &Args<'_>) -> Res {
    let mut sum = ExactSum::default();
    each(rt, args.get(0), |item| {
        let x = rt.to_f64(*item)?;
        sum.add(x).map_err(|e| sum_error(rt, e))
    })?;
    rt.float(sum.finish().map_err(|e| sum_error(rt, e))?)
}

pub(super) fn prod(rt: &Rt, args: &Args<'_>) -> Res {
    let mut product = args.opt(1).unwrap_or(Value::int(1)).own();
    each(rt, args.get(0), |item| {
        product = rt.binary(BinOp::Mul, *product, *item)?;
        Ok(())
    })?;
    Ok(product)
}

/// The sum of products so far: what the fast ways have gathered is added to `total` when they end.
struct Products {
    total: Owned,
    ints: Option<i64>,
    /// `None` once a pair was met that floats cannot take.
    floats: Option<ProductSum>,
    floats_in_use: bool,
}

impl Products {
    fn flush_ints(&mut self, rt: &Rt) -> Result<(), Raised> {
        if let Some(i) = self.ints.take().filter(|i| *i != 0) {
            self.total = rt.binary(BinOp::Add, *self.total, *rt.int(i)?)?;
        }
        Ok(())
    }

    fn flush_floats(&mut self, rt: &Rt) -> Result<(), Raised> {
        let Some(sum) = self.floats.take() else { return Ok(()) };
        if self.floats_in_use {
            self.total = rt.binary(BinOp::Add, *self.total, *rt.float(sum.value())?)?;
        }
        Ok(())
    }

    fn add(&mut self, rt: &Rt, p: Value, q: Value) -> Result<(), Raised> {
        if let Some(sum) = self.ints {
            let product = match (p.as_small_int(), q.as_small_int()) {
                (Some(x), Some(y)) => x.checked_mul(y).and_then(|product| sum.checked_add(product)),
                _ => None,
            };
            if product.is_some() {
                self.ints = product;
                return Ok(());
            }
            self.flush_ints(rt)?;
        }
        if let Some(sum) = &mut self.floats {
            if let Some((x, y)) = float_pair(rt, p, q)
                && sum.add(x, y)
            {
                self.floats_in_use = true;
                return Ok(());
            }
            self.flush_floats(rt)?;
        }
        let product = rt.binary(BinOp::Mul, p, q)?;
        self.total = rt.binary(BinOp::Add, *self.total, *product)?;
        Ok(())
    }
}

/// Two exact numbers of which one at least is a float, as floats.
fn float_pair(rt: &Rt, p: Value, q: Value) -> Option<(f64, f64)> {
    use runtime::object::shape_id;
    let is_float = |v: Value| v.is_word_float() || v.has_shape(shape_id::FLOAT);
    let number = |v: Value| match v.shape() {
        0 | shape_id::FLOAT => rt.as_float(v).or_else(|| v.as_small_int().map(|i| i as f64)),
        shape_id::BOOL => Some(f64::from(u8::from(v.is_true()))),
        shape_id::INT => rt.as_int(v).map(|i| i.to_f64().value()).filter(|f| f.is_finite()),
        _ => None,
    };
    if is_float(p) || is_float(q) { Some((number(p)?, number(q)?)) } else { None }
}

pub(super) fn sumprod(rt: &Rt, args: &Args<'_>) -> Res {
    let (p, q) = (rt.iter(args.get(0))?, rt.iter(args.get(1))?);
    let mut products = Products {
        total: Value::int(0).own(),
        ints: Some(0),
        floats: Some(ProductSum::default()),
        floats_in_use: false,
    };
    let mut count = 0u32;
    loop {
        match (rt.next(*p)?, rt.next(*q)?) {
            (Some(x), Some(y)) => products.add(rt, *x, *y)?,
            (None, None) => break,
            _ => return Err(rt.value_error("Inputs are not the same length")),
        }
        count = count.wrapping_add(1);
        if count.is_multiple_of(4096) {
            rt.poll()?;
        }
    }
    products.flush_ints(rt)?;
    products.flush_floats(rt)?;
    Ok(products.total)
}
