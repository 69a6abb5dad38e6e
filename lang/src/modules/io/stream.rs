//! The bytes of an open file: a device with a buffer in each direction.

use runtime::{Exc, Raised, Rt};
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};
use std::os::fd::AsRawFd;

/// Bytes read at a time, and bytes kept before they are written out.
const CHUNK: usize = 8192;

/// Where bytes come from or go to.
pub(crate) enum Device {
    File(File),
    Stdin,
    /// The engine's own buffered output.
    Stdout,
    /// Written at once.
    Stderr,
}

/// Bytes that were read but not yet asked for.
#[derive(Default)]
pub(super) struct Input {
    pub(super) bytes: Vec<u8>,
    /// Where the next byte is.
    pub(super) at: usize,
}

impl Input {
    /// The bytes not yet asked for.
    pub(super) fn rest(&self) -> &[u8] {
        &self.bytes[self.at..]
    }
}

/// A buffered file. No borrow of its cells is kept across a call that can run user code.
pub(crate) struct Stream {
    /// `None` once closed.
    device: RefCell<Option<Device>>,
    pub(super) input: RefCell<Input>,
    output: RefCell<Vec<u8>>,
    pub(super) readable: bool,
    pub(super) writable: bool,
    /// Whether every write goes out at once.
    unbuffered: Cell<bool>,
}

/// What went wrong with the device, as an exception.
fn failed(rt: &Rt, e: &io::Error) -> Raised {
    rt.os_error(e, None)
}

impl Stream {
    /// A stream on a device.
    pub(crate) fn new(device: Device, readable: bool, writable: bool, unbuffered: bool) -> Stream {
        Stream {
            device: RefCell::new(Some(device)),
            input: RefCell::default(),
            output: RefCell::default(),
            readable,
            writable,
            unbuffered: Cell::new(unbuffered),
        }
    }

    pub(super) fn closed(&self) -> bool {
        self.device.borrow().is_none()
    }

    /// Whether it is the engine's standard output, still open.
    pub(super) fn is_stdout(&self) -> bool {
        matches!(&*self.device.borrow(), Some(Device::Stdout))
    }

    /// Reads some more bytes behind those in the buffer; how many, 0 at the end.
    pub(super) fn fill(&self, rt: &Rt) -> Result<usize, Raised> {
        self.before_read(rt)?;
        let mut chunk = [0; CHUNK];
        loop {
            let got = match &mut *self.device.borrow_mut() {
                Some(Device::File(file)) => file.read(&mut chunk),
                Some(Device::Stdin) => io::stdin().lock().read(&mut chunk),
                Some(Device::Stdout | Device::Stderr) | None => Ok(0),
            };
            match got {
                Ok(n) => {
                    let mut input = self.input.borrow_mut();
                    if input.at > 0 {
                        let at = std::mem::take(&mut input.at);
                        input.bytes.drain(..at);
                    }
                    rt_reserve(rt, &mut input.bytes, n)?;
                    input.bytes.extend_from_slice(&chunk[..n]);
                    return Ok(n);
                }
                // A signal came: perhaps KeyboardInterrupt.
                Err(e) if e.kind() == io::ErrorKind::Interrupted => rt.poll()?,
                Err(e) => return Err(failed(rt, &e)),
            }
        }
    }

    /// Reads everything up to the end into the buffer.
    pub(super) fn fill_all(&self, rt: &Rt) -> Result<(), Raised> {
        while self.fill(rt)? > 0 {}
        Ok(())
    }

    fn before_read(&self, rt: &Rt) -> Result<(), Raised> {
        if self.output.borrow().is_empty() { Ok(()) } else { self.flush(rt) }
    }

    /// Takes up to `n` bytes, all up to the end for `None`.
    pub(super) fn read(&self, rt: &Rt, n: Option<usize>) -> Result<Vec<u8>, Raised> {
        match n {
            None => self.fill_all(rt)?,
            Some(n) => while self.input.borrow().rest().len() < n && self.fill(rt)? > 0 {},
        }
        let have = self.input.borrow().rest().len();
        Ok(self.take(n.map_or(have, |n| n.min(have))))
    }

    /// Takes a line with its line feed, no longer than `limit`.
    pub(super) fn read_line(&self, rt: &Rt, limit: Option<usize>) -> Result<Vec<u8>, Raised> {
        let limit = limit.unwrap_or(usize::MAX);
        let mut seen = 0;
        loop {
            let (found, have) = {
                let input = self.input.borrow();
                let rest = input.rest();
                (rest[seen..].iter().position(|b| *b == b'\n').map(|k| seen + k + 1), rest.len())
            };
            if let Some(end) = found {
                return Ok(self.take(end.min(limit)));
            }
            if have >= limit {
                return Ok(self.take(limit));
            }
            seen = have;
            if self.fill(rt)? == 0 {
                return Ok(self.take(have));
            }
        }
    }

    /// Takes `n` bytes that are in the buffer.
    pub(super) fn take(&self, n: usize) -> Vec<u8> {
        let mut input = self.input.borrow_mut();
        let taken = input.rest()[..n].to_vec();
        input.at += n;
        taken
    }

    /// Writes bytes, into the buffer if there is room.
    pub(super) fn write(&self, rt: &Rt, bytes: &[u8]) -> Result<(), Raised> {
        match &*self.device.borrow() {
            Some(Device::Stdout) => {
                return rt.out.write(bytes).map_err(|e| crate::modules::builtins::output_error(rt, &e));
            }
            Some(Device::Stderr) => return io::stderr().write_all(bytes).map_err(|e| failed(rt, &e)),
            Some(Device::File(_) | Device::Stdin) | None => {}
        }
        self.forget_input(rt)?;
        let full = {
            let mut output = self.output.borrow_mut();
            rt_reserve(rt, &mut output, bytes.len())?;
            output.extend_from_slice(bytes);
            output.len() >= CHUNK || self.unbuffered.get()
        };
        if full { self.flush(rt) } else { Ok(()) }
    }

    /// Goes back in the file by what was read ahead.
    fn forget_input(&self, rt: &Rt) -> Result<(), Raised> {
        let mut input = self.input.borrow_mut();
        let ahead = input.rest().len() as i64;
        *input = Input::default();
        match &mut *self.device.borrow_mut() {
            Some(Device::File(file)) if ahead > 0 => {
                file.seek(SeekFrom::Current(-ahead)).map(drop).map_err(|e| failed(rt, &e))
            }
            _ => Ok(()),
        }
    }

    /// Writes out what is buffered.
    pub(super) fn flush(&self, rt: &Rt) -> Result<(), Raised> {
        let bytes = std::mem::take(&mut *self.output.borrow_mut());
        match &mut *self.device.borrow_mut() {
            Some(Device::Stdout) => rt.out.flush().map_err(|e| crate::modules::builtins::output_error(rt, &e)),
            Some(Device::File(file)) => file.write_all(&bytes).map_err(|e| failed(rt, &e)),
            Some(Device::Stdin | Device::Stderr) | None => Ok(()),
        }
    }

    /// Writes out what is buffered and closes the file; the second time nothing happens.
    pub(super) fn close(&self, rt: &Rt) -> Result<(), Raised> {
        if self.closed() {
            return Ok(());
        }
        let flushed = self.flush(rt);
        drop(self.device.borrow_mut().take());
        *self.input.borrow_mut() = Input::default();
        flushed
    }

    /// Sets the position; the new one, in bytes from the beginning.
    pub(super) fn seek(&self, rt: &Rt, to: SeekFrom) -> Result<u64, Raised> {
        self.flush(rt)?;
        self.forget_input(rt)?;
        self.on_file(rt, |file| file.seek(to))
    }

    /// The position, in bytes from the beginning.
    pub(super) fn tell(&self, rt: &Rt) -> Result<u64, Raised> {
        let at = self.on_file(rt, Seek::stream_position)?;
        let ahead = self.input.borrow().rest().len() as u64;
        Ok((at + self.output.borrow().len() as u64).saturating_sub(ahead))
    }

    /// Sets the file's size.
    pub(super) fn truncate(&self, rt: &Rt, size: u64) -> Result<(), Raised> {
        self.flush(rt)?;
        self.on_file(rt, |file| file.set_len(size))
    }

    fn on_file<T>(&self, rt: &Rt, f: impl FnOnce(&mut File) -> io::Result<T>) -> Result<T, Raised> {
        let done = match &mut *self.device.borrow_mut() {
            Some(Device::File(file)) => f(file),
            _ => Err(io::Error::from_raw_os_error(ILLEGAL_SEEK)),
        };
        done.map_err(|e| failed(rt, &e))
    }

    /// Whether positions can be set.
    pub(super) fn seekable(&self) -> bool {
        match &mut *self.device.borrow_mut() {
            Some(Device::File(file)) => file.stream_position().is_ok(),
            _ => false,
        }
    }

    /// The descriptor's number.
    ///
    /// # Errors
    /// ValueError if it is closed.
    pub(super) fn fileno(&self, rt: &Rt) -> Result<i64, Raised> {
        match &*self.device.borrow() {
            Some(Device::File(file)) => Ok(i64::from(file.as_raw_fd())),
            Some(Device::Stdin) => Ok(0),
            Some(Device::Stdout) => Ok(1),
            Some(Device::Stderr) => Ok(2),
            None => Err(rt.raise(Exc::ValueError, "I/O operation on closed file")),
        }
    }

    /// Whether it is a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        match &*self.device.borrow() {
            Some(Device::File(file)) => file.is_terminal(),
            Some(Device::Stdin) => io::stdin().is_terminal(),
            Some(Device::Stdout) => io::stdout().is_terminal(),
            Some(Device::Stderr) => io::stderr().is_terminal(),
            None => false,
        }
    }
}

/// The system's number for seeking in what has no positions.
const ILLEGAL_SEEK: i32 = 29;

/// Room for `extra` more bytes, or MemoryError.
pub(super) fn rt_reserve(rt: &Rt, bytes: &mut Vec<u8>, extra: usize) -> Result<(), Raised> {
    bytes.try_reserve(extra).map_err(|_| rt.memory_error())
}

impl Drop for Stream {
    /// A file that is dropped is closed; there is nobody to tell of an error.
    fn drop(&mut self) {
        if let Some(Device::File(file)) = self.device.get_mut() {
            let _ = file.write_all(self.output.get_mut());
        }
    }
}
