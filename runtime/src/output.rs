//! Standard output, buffered per engine.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};

/// A buffered byte sink.
pub struct Output {
    buffer: RefCell<Vec<u8>>,
    line_buffered: bool,
    sink: RefCell<Box<dyn Write>>,
}

const FLUSH_AT: usize = 8192;

impl Output {
    /// The process's standard output: flushed at each line if it is a terminal.
    pub fn stdout() -> Output {
        Output {
            buffer: RefCell::new(Vec::new()),
            line_buffered: io::stdout().is_terminal(),
            sink: RefCell::new(Box::new(UnbufferedStdout)),
        }
    }

    /// Replaces where the bytes go.
    pub fn set_sink(&self, sink: Box<dyn Write>) {
        *self.sink.borrow_mut() = sink;
    }

    /// Writes `bytes`.
    ///
    /// # Errors
    /// The sink's error, when the buffer has to be written out.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let full = {
            let mut buffer = self.buffer.borrow_mut();
            buffer.extend_from_slice(bytes);
            buffer.len() >= FLUSH_AT || (self.line_buffered && bytes.contains(&b'\n'))
        };
        if full { self.flush() } else { Ok(()) }
    }

    /// Writes out what is buffered.
    ///
    /// # Errors
    /// The sink's error; the buffered bytes are dropped then.
    pub fn flush(&self) -> io::Result<()> {
        let bytes = std::mem::take(&mut *self.buffer.borrow_mut());
        if bytes.is_empty() {
            return Ok(());
        }
        let mut sink = self.sink.borrow_mut();
        sink.write_all(&bytes)?;
        sink.flush()
    }
}

/// File descriptor 1 without Rust's own line buffer.
struct UnbufferedStdout;

impl Write for UnbufferedStdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // SAFETY: the slice is valid for its length.
        let n = unsafe { libc::write(1, bytes.as_ptr().cast(), bytes.len()) };
        if n < 0 { Err(io::Error::last_os_error()) } else { Ok(n as usize) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
