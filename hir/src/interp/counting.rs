//! The counting operations.

use super::machine::Machine;
use super::trap::{Fault, Step, TrapKind};
use super::value::Value;
use crate::{Can, InstData, Opcode};

impl Machine<'_> {
    /// Runs a counting operation.
    pub(super) fn count(&mut self, data: &InstData) -> Step<()> {
        if !self.counted {
            return Err(Fault::malformed("a counting operation before counts are inserted"));
        }
        let demands_object = matches!(data.op, Opcode::Incref | Opcode::Decref);
        let releases = data.op.info().contract.can.has(Can::DROP);
        for &arg in &data.args {
            let value = self.get(arg)?;
            if demands_object && value.is_missing() {
                return Err(Fault::new(TrapKind::MissingValue).value(arg));
            }
            let done = if releases { self.release(value) } else { self.take(value) };
            done.map_err(|fault| fault.value(arg))?;
        }
        Ok(())
    }

    fn take(&mut self, value: Value) -> Step<()> {
        match value {
            Value::Object(object) if !self.heap.object(object).alive => Err(Fault::of(TrapKind::IncrefDead, object)),
            _ => {
                self.heap.gain(value);
                Ok(())
            }
        }
    }
}
