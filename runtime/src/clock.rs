//! The operating system's clocks and calendar.

use std::ffi::{CStr, CString};
use std::io;

/// A clock, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock(pub i32);

impl Clock {
    /// Wall clock time since 1970.
    pub const REALTIME: Clock = Clock(libc::CLOCK_REALTIME);
    /// A clock that never goes back.
    pub const MONOTONIC: Clock = Clock(libc::CLOCK_MONOTONIC);
    /// The same without adjustments.
    pub const MONOTONIC_RAW: Clock = Clock(libc::CLOCK_MONOTONIC_RAW);
    /// One that runs while the machine sleeps.
    pub const BOOTTIME: Clock = Clock(libc::CLOCK_BOOTTIME);
    /// International atomic time.
    pub const TAI: Clock = Clock(libc::CLOCK_TAI);
    /// Processor time of this process.
    pub const PROCESS: Clock = Clock(libc::CLOCK_PROCESS_CPUTIME_ID);
    /// Processor time of this thread.
    pub const THREAD: Clock = Clock(libc::CLOCK_THREAD_CPUTIME_ID);

    /// Its time in nanoseconds.
    ///
    /// # Errors
    /// There is no such clock.
    pub fn nanoseconds(self) -> io::Result<i64> {
        let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the struct is valid for writing.
        let failed = unsafe { libc::clock_gettime(self.0, &raw mut t) } != 0;
        if failed { Err(io::Error::last_os_error()) } else { Ok(nanoseconds(t)) }
    }

    /// Its resolution in nanoseconds.
    ///
    /// # Errors
    /// There is no such clock.
    pub fn resolution(self) -> io::Result<i64> {
        let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the struct is valid for writing.
        let failed = unsafe { libc::clock_getres(self.0, &raw mut t) } != 0;
        if failed { Err(io::Error::last_os_error()) } else { Ok(nanoseconds(t)) }
    }
}

fn nanoseconds(t: libc::timespec) -> i64 {
    t.tv_sec.saturating_mul(1_000_000_000).saturating_add(t.tv_nsec)
}

/// Sleeps until the monotonic clock shows `deadline` nanoseconds, or a signal arrives.
pub fn sleep_until(deadline: i64) {
    let t = libc::timespec { tv_sec: deadline / 1_000_000_000, tv_nsec: deadline % 1_000_000_000 };
    // SAFETY: the struct is valid; no remaining time is asked for.
    unsafe { libc::clock_nanosleep(libc::CLOCK_MONOTONIC, libc::TIMER_ABSTIME, &raw const t, std::ptr::null_mut()) };
}

/// A moment by the calendar. Months count from 1, days of the week from Monday, days of the year from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// Year, month, day, hour, minute, second, day of the week, day of the year, and whether daylight saving time is on
    /// (−1 for unknown).
    pub fields: [i64; 9],
    /// Name of the time zone.
    pub zone: String,
    /// Seconds east of Greenwich.
    pub offset: i64,
}

impl Calendar {
    fn from_tm(tm: &libc::tm) -> Calendar {
        let zone = if tm.tm_zone.is_null() {
            String::new()
        } else {
            // SAFETY: the C library's names of zones end with a NUL byte and stay while the zone does.
            unsafe { CStr::from_ptr(tm.tm_zone) }.to_string_lossy().into_owned()
        };
        let fields = [
            i64::from(tm.tm_year) + 1900,
            i64::from(tm.tm_mon) + 1,
            i64::from(tm.tm_mday),
            i64::from(tm.tm_hour),
            i64::from(tm.tm_min),
            i64::from(tm.tm_sec),
            i64::from((tm.tm_wday + 6) % 7),
            i64::from(tm.tm_yday) + 1,
            i64::from(tm.tm_isdst),
        ];
        Calendar { fields, zone, offset: tm.tm_gmtoff }
    }

    /// For the C library; `None` if a field does not fit.
    fn to_tm(&self, zone: Option<&CStr>) -> Option<libc::tm> {
        let f = |i: usize, offset: i64| i32::try_from(self.fields[i].checked_add(offset)?).ok();
        Some(libc::tm {
            tm_year: f(0, -1900)?,
            tm_mon: f(1, -1)?,
            tm_mday: f(2, 0)?,
            tm_hour: f(3, 0)?,
            tm_min: f(4, 0)?,
            tm_sec: f(5, 0)?,
            tm_wday: (f(6, 0)?.checked_add(1)?) % 7,
            tm_yday: f(7, -1)?,
            tm_isdst: f(8, 0)?,
            tm_gmtoff: self.offset,
            tm_zone: zone.map_or(std::ptr::null(), CStr::as_ptr),
        })
    }

    /// A time in seconds since 1970, in UTC or the local time zone.
    ///
    /// # Errors
    /// The year does not fit.
    pub fn at(seconds: i64, local: bool) -> io::Result<Calendar> {
        // SAFETY: all-zero bytes are a valid `tm`.
        let mut tm: libc::tm = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers are valid.
        let done = unsafe {
            if local {
                libc::localtime_r(&raw const seconds, &raw mut tm)
            } else {
                libc::gmtime_r(&raw const seconds, &raw mut tm)
            }
        };
        if done.is_null() { Err(io::Error::last_os_error()) } else { Ok(Calendar::from_tm(&tm)) }
    }

    /// Seconds since 1970 of a local time; `None` if that cannot be told.
    pub fn local_seconds(&self) -> Option<i64> {
        let mut tm = self.to_tm(None)?;
        // A result of −1 may be a time, but then the day of the week is filled in.
        tm.tm_wday = -1;
        // SAFETY: the struct is valid.
        let seconds = unsafe { libc::mktime(&raw mut tm) };
        if seconds == -1 && tm.tm_wday == -1 { None } else { Some(seconds) }
    }

    /// The time written as C's `strftime` does; `None` if a field or the result is out of range.
    pub fn format(&self, format: &CStr) -> Option<Vec<u8>> {
        const MOST: usize = 1 << 24;
        let zone = CString::new(self.zone.as_str()).ok()?;
        let tm = self.to_tm(Some(&zone).filter(|_| !self.zone.is_empty()).map(CString::as_c_str))?;
        let mut size = format.to_bytes().len().max(256);
        loop {
            let mut buffer = vec![0u8; size];
            // SAFETY: the buffer has `size` bytes; format and struct are valid.
            let length = unsafe { libc::strftime(buffer.as_mut_ptr().cast(), size, format.as_ptr(), &raw const tm) };
            // Nothing written means too little room, or an empty result.
            if length > 0 || size > 256 * format.to_bytes().len().max(1) {
                buffer.truncate(length);
                return Some(buffer);
            }
            size *= 2;
            if size > MOST {
                return None;
            }
        }
    }
}

/// The local time zone: seconds west of Greenwich in winter and in summer, whether there is a summer time, and the names.
pub fn local_zone() -> ([i64; 2], bool, [String; 2]) {
    let year = 365 * 24 * 3600;
    let now = Clock::REALTIME.nanoseconds().unwrap_or(0) / 1_000_000_000;
    let start = now - now % year;
    let sample = |t: i64| Calendar::at(t, true).map_or((0, String::new()), |c| (-c.offset, c.zone));
    let (winter, summer) = (sample(start), sample(start + year / 2));
    // South of the equator summer is in January.
    let (winter, summer) = if winter.0 < summer.0 { (summer, winter) } else { (winter, summer) };
    ([winter.0, summer.0], winter.0 != summer.0, [winter.1, summer.1])
}
