//! Where a method draws from: the object's own generator, or methods that a subclass overrides.

use super::Random;
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use runtime::{Raised, Rt, Value};

/// How numbers below a limit are drawn.
#[derive(Clone, Copy, PartialEq)]
enum Below {
    /// By the own generator.
    Own,
    /// By a subclass's `getrandbits`.
    Bits,
    /// By a subclass's `random`.
    Random,
}

/// What draws for one call of a method.
pub(super) struct Source<'a> {
    rt: &'a Rt,
    this: Value,
    /// The object's data.
    pub(super) data: &'a Random,
    own_random: bool,
    below: Below,
}

impl<'a> Source<'a> {
    /// The source behind a method's receiver.
    ///
    /// # Errors
    /// TypeError if it is no `Random`.
    #[inline]
    pub(super) fn of(rt: &'a Rt, this: Value) -> Result<Source<'a>, Raised> {
        let data = rt.expect_boxed::<Random>(this)?;
        let mut source = Source { rt, this, data, own_random: true, below: Below::Own };
        // Only a class of a program derives from `Random`.
        if rt.type_data(rt.class_of(this)).flags.get() & runtime::class::flag::HEAP != 0 {
            source.find_overrides(rt.native_type::<Random>()?)?;
        }
        Ok(source)
    }

    /// The first class on the way to `Random` that defines one of the methods decides how numbers below a limit are drawn.
    fn find_overrides(&mut self, base: Value) -> Result<(), Raised> {
        let rt = self.rt;
        let (random, bits) = (rt.intern_immortal("random")?, rt.intern_immortal("getrandbits")?);
        let class = rt.class_of(self.this);
        let differs = |name| rt.type_lookup(class, name) != rt.type_lookup(base, name);
        self.own_random = !differs(random);
        if self.own_random && !differs(bits) {
            return Ok(());
        }
        for c in runtime::class::mro_of(rt.type_data(class)) {
            if *c == base {
                break;
            }
            let dict = rt.type_data(*c).dict.get();
            if rt.dict_get_str(dict, bits).is_some() {
                self.below = Below::Bits;
                break;
            }
            if rt.dict_get_str(dict, random).is_some() {
                self.below = Below::Random;
                break;
            }
        }
        Ok(())
    }

    /// A number in [0, 1).
    ///
    /// # Errors
    /// What an overriding `random` raises.
    #[inline]
    pub(super) fn random(&self) -> Result<f64, Raised> {
        if self.own_random { Ok(self.data.twister.borrow_mut().random()) } else { self.call_random() }
    }

    #[cold]
    fn call_random(&self) -> Result<f64, Raised> {
        let f = self.rt.call_method(self.this, self.rt.intern_immortal("random")?, &[])?;
        self.rt.to_f64(*f)
    }

    /// A number below `limit`, which is not 0.
    ///
    /// # Errors
    /// What an overriding method raises.
    #[inline]
    pub(super) fn below(&self, limit: u64) -> Result<u64, Raised> {
        match self.below {
            Below::Own => Ok(self.data.twister.borrow_mut().below(limit)),
            Below::Bits => Ok(u64::try_from(&self.below_by_bits(&UBig::from(limit))?).unwrap_or(0)),
            Below::Random => self.below_by_random(limit),
        }
    }

    /// A number below `limit` of any size, which is not 0.
    ///
    /// # Errors
    /// What an overriding method raises.
    pub(super) fn big_below(&self, limit: &UBig) -> Result<UBig, Raised> {
        match self.below {
            Below::Own => Ok(self.data.twister.borrow_mut().big_below(limit)),
            Below::Bits => self.below_by_bits(limit),
            Below::Random => match u64::try_from(limit) {
                Ok(limit) => self.below_by_random(limit).map(UBig::from),
                Err(_) => {
                    // More than a float can tell apart: multiply, as well as it goes.
                    let scaled = self.rt.binary(
                        runtime::ops::BinOp::Mul,
                        *self.rt.float(self.random()?)?,
                        *self.rt.int_big(limit.clone().into())?,
                    )?;
                    let floor = self.rt.to_int(*scaled)?;
                    Ok(self.rt.as_int(*floor).map(|i| i.into_owned().into_parts().1).unwrap_or_default())
                }
            },
        }
    }

    fn below_by_bits(&self, limit: &UBig) -> Result<UBig, Raised> {
        let (name, bits) = (self.rt.intern_immortal("getrandbits")?, self.rt.int(limit.bit_len() as i64)?);
        loop {
            let drawn = self.rt.call_method(self.this, name, &[*bits])?;
            let drawn = self.rt.index(*drawn)?;
            if let Some(i) = self.rt.as_int(*drawn)
                && *i < *limit.as_ibig()
            {
                return Ok(i.into_owned().into_parts().1);
            }
            self.rt.poll()?;
        }
    }

    fn below_by_random(&self, limit: u64) -> Result<u64, Raised> {
        const SIZE: u64 = 1 << 53;
        if limit >= SIZE {
            return Ok((self.random()? * limit as f64).floor() as u64);
        }
        // Numbers from `top` on would make small remainders more likely.
        let top = (SIZE - SIZE % limit) as f64 / SIZE as f64;
        loop {
            let r = self.random()?;
            if r < top {
                return Ok((r * SIZE as f64).floor() as u64 % limit);
            }
            self.rt.poll()?;
        }
    }
}
