//! Looking after code memory from outside: what tests and debug builds check.
//!
//! [`CodeArena::verify`] compares all code that lives with the sum made when it was published, and asks the system how its pages are
//! mapped. In a debug build the sum is looked at once more when the pages go.

use super::arena::{CodeArena, CodeError};
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::ops::Range;

/// A sum of code bytes.
pub(super) fn sum(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// A mapping of the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// Its addresses.
    pub addresses: Range<usize>,
    /// Whether it can be written.
    pub writable: bool,
    /// Whether it can be executed.
    pub executable: bool,
}

/// The mappings of the process, from `/proc/self/maps`.
///
/// # Errors
/// Of reading that file: on systems that do not have it, for one.
pub fn mappings() -> io::Result<Vec<Mapping>> {
    Ok(std::fs::read_to_string("/proc/self/maps")?.lines().filter_map(mapping).collect())
}

/// The mappings of the process that can be both written and executed. There must be none.
///
/// # Errors
/// As [`mappings`].
pub fn writable_and_executable() -> io::Result<Vec<Mapping>> {
    Ok(mappings()?.into_iter().filter(|mapping| mapping.writable && mapping.executable).collect())
}

/// A line such as `7f0c64000000-7f0c64021000 r-xp 00000000 00:00 0`.
fn mapping(line: &str) -> Option<Mapping> {
    let mut words = line.split_whitespace();
    let (start, end) = words.next()?.split_once('-')?;
    let address = |text| usize::from_str_radix(text, 16).ok();
    let rights = words.next()?;
    Some(Mapping {
        addresses: address(start)?..address(end)?,
        writable: rights.contains('w'),
        executable: rights.contains('x'),
    })
}

impl CodeArena {
    /// Checks all code that lives: that it is what was published, and that the system has it executable and not writable (where the system
    /// tells). Gives how many bytes that is.
    ///
    /// # Errors
    /// [`CodeError::Changed`] and [`CodeError::Exposed`].
    pub fn verify(&self) -> Result<usize, CodeError> {
        let mappings = mappings().unwrap_or_default();
        let mut bytes = 0;
        for segment in self.segments() {
            let (pages, sum_then) = segment.published();
            let start = pages.as_ptr().addr();
            if sum(pages) != sum_then {
                return Err(CodeError::Changed { address: start });
            }
            let range = start..start + pages.len();
            let within =
                |mapping: &&Mapping| mapping.addresses.start < range.end && range.start < mapping.addresses.end;
            if mappings.iter().filter(within).any(|mapping| mapping.writable || !mapping.executable) {
                return Err(CodeError::Exposed { address: start });
            }
            bytes += pages.len();
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_process_map_are_read() {
        let expected = Mapping { addresses: 0x7f00..0x8000, writable: false, executable: true };
        assert_eq!(mapping("7f00-8000 r-xp 00000000 00:00 0 [name with spaces]"), Some(expected));
        assert_eq!(mapping("no map"), None);
    }

    #[test]
    fn published_code_is_what_it_was() {
        let arena = CodeArena::new(1 << 20);
        let kept = arena.publish(&[vec![0xc3; 5000]]).expect("room");
        let dropped = arena.publish(&[vec![0x90; 10]]).expect("room");
        let both = arena.verify().expect("nobody wrote");
        drop(dropped);
        let one = arena.verify().expect("nobody wrote");
        assert!(one < both && one >= 5000, "{one} {both}");
        drop(kept);
        assert_eq!(arena.verify().expect("nothing is left"), 0);
    }

    /// Breaks the rules on purpose, to see that it is noticed.
    #[test]
    fn code_that_is_written_to_is_found() {
        let arena = CodeArena::new(1 << 20);
        let codes = arena.publish(&[vec![0xc3; 16]]).expect("room");
        let (entry, len) = (codes[0].entry().cast_mut(), 4096);
        let protect = |rights| {
            // SAFETY: the page is the arena's, which nobody runs or reads meanwhile.
            assert_eq!(unsafe { libc::mprotect(entry.cast(), len, rights) }, 0);
        };
        protect(libc::PROT_READ | libc::PROT_WRITE);
        let exposed = arena.verify().expect_err("it is writable");
        assert!(matches!(exposed, CodeError::Exposed { .. }), "{exposed}");
        // SAFETY: the page is writable at this moment, and nobody reads it meanwhile.
        unsafe { entry.write_volatile(0x90) };
        protect(libc::PROT_READ | libc::PROT_EXEC);
        let changed = arena.verify().expect_err("it was changed");
        assert!(matches!(changed, CodeError::Changed { .. }), "{changed}");
        protect(libc::PROT_READ | libc::PROT_WRITE);
        // SAFETY: as above.
        unsafe { entry.write_volatile(0xc3) };
        protect(libc::PROT_READ | libc::PROT_EXEC);
        arena.verify().expect("it is as it was");
    }
}
