//! The `time` module.

use crate::modules::{ModuleDef, add};
use runtime::clock::{Calendar, Clock, local_zone, sleep_until};
use runtime::{Args, Exc, NativeDef, Owned, Raised, Res, Rt, Value};
use std::ffi::CString;
use std::io;

runtime::struct_sequence! {
    /// `time.struct_time`.
    StructTime "time.struct_time"
    ["tm_year" 0, "tm_mon" 1, "tm_mday" 2, "tm_hour" 3, "tm_min" 4, "tm_sec" 5, "tm_wday" 6, "tm_yday" 7, "tm_isdst" 8]
    ["tm_zone" 0, "tm_gmtoff" 1]
}

/// Two functions that read a clock: in seconds and in nanoseconds.
macro_rules! clock {
    ($name:literal, $clock:ident) => {
        NativeDef::new($name, "()", |rt, _| rt.float(to_seconds(read(rt, Clock::$clock)?)))
    };
    ($name:literal ns, $clock:ident) => {
        NativeDef::new($name, "()", |rt, _| rt.int(read(rt, Clock::$clock)?))
    };
}

/// The module.
pub(crate) const MODULE: ModuleDef = ModuleDef {
    name: "time",
    doc: "Clocks, sleeping, and times by the calendar.",
    functions: &[
        clock!("time", REALTIME),
        clock!("time_ns" ns, REALTIME),
        clock!("monotonic", MONOTONIC),
        clock!("monotonic_ns" ns, MONOTONIC),
        clock!("perf_counter", MONOTONIC),
        clock!("perf_counter_ns" ns, MONOTONIC),
        clock!("process_time", PROCESS),
        clock!("process_time_ns" ns, PROCESS),
        clock!("thread_time", THREAD),
        clock!("thread_time_ns" ns, THREAD),
        NativeDef::new("clock_gettime", "(clk_id, /)", |rt, args| {
            rt.float(to_seconds(read(rt, clock_argument(rt, args)?)?))
        }),
        NativeDef::new("clock_gettime_ns", "(clk_id, /)", |rt, args| rt.int(read(rt, clock_argument(rt, args)?)?)),
        NativeDef::new("clock_getres", "(clk_id, /)", |rt, args| {
            let clock = clock_argument(rt, args)?;
            rt.float(to_seconds(clock.resolution().map_err(|e| os_error(rt, &e))?))
        }),
        NativeDef::new("sleep", "(seconds, /)", sleep),
        NativeDef::new("gmtime", "(seconds=None, /)", |rt, args| {
            struct_time(rt, &calendar_at(rt, args.opt(0), false)?)
        }),
        NativeDef::new("localtime", "(seconds=None, /)", |rt, args| {
            struct_time(rt, &calendar_at(rt, args.opt(0), true)?)
        }),
        NativeDef::new("mktime", "(tuple, /)", mktime),
        NativeDef::new("asctime", "(tuple=None, /)", asctime),
        NativeDef::new("ctime", "(seconds=None, /)", |rt, args| {
            rt.str(&ascii_time(&calendar_at(rt, args.opt(0), true)?.fields))
        }),
        NativeDef::new("strftime", "(format, tuple=<unset>, /)", strftime),
    ],
    init,
};

fn init(rt: &Rt, dict: Value) -> Result<(), Raised> {
    const CLOCKS: &[(&str, Clock)] = &[
        ("CLOCK_REALTIME", Clock::REALTIME),
        ("CLOCK_MONOTONIC", Clock::MONOTONIC),
        ("CLOCK_MONOTONIC_RAW", Clock::MONOTONIC_RAW),
        ("CLOCK_BOOTTIME", Clock::BOOTTIME),
        ("CLOCK_TAI", Clock::TAI),
        ("CLOCK_PROCESS_CPUTIME_ID", Clock::PROCESS),
        ("CLOCK_THREAD_CPUTIME_ID", Clock::THREAD),
    ];
    for (name, clock) in CLOCKS {
        add(rt, dict, name, rt.int(i64::from(clock.0))?)?;
    }
    let ([winter, summer], daylight, names) = local_zone();
    add(rt, dict, "timezone", rt.int(winter)?)?;
    add(rt, dict, "altzone", rt.int(summer)?)?;
    add(rt, dict, "daylight", rt.int(i64::from(daylight))?)?;
    add(rt, dict, "tzname", rt.pair(*rt.str(&names[0])?, *rt.str(&names[1])?)?)?;
    add(rt, dict, "_STRUCT_TM_ITEMS", rt.int(11)?)?;
    add(rt, dict, "struct_time", rt.struct_type::<StructTime>()?.own())
}

fn to_seconds(nanoseconds: i64) -> f64 {
    const UNIT: i64 = 1_000_000_000;
    // Whole seconds are exact.
    if nanoseconds % UNIT == 0 { (nanoseconds / UNIT) as f64 } else { nanoseconds as f64 / UNIT as f64 }
}

fn os_error(rt: &Rt, e: &io::Error) -> Raised {
    let code = Value::int(i64::from(e.raw_os_error().unwrap_or(0)));
    match rt.str(e.to_string().split(" (os error").next().unwrap_or_default()) {
        Ok(text) => rt.raise_with(Exc::OSError, &[code, *text]),
        Err(raised) => raised,
    }
}

fn read(rt: &Rt, clock: Clock) -> Result<i64, Raised> {
    clock.nanoseconds().map_err(|e| os_error(rt, &e))
}

fn clock_argument(rt: &Rt, args: &Args<'_>) -> Result<Clock, Raised> {
    let v = args.get(0);
    if !rt.is_int(v) {
        return Err(rt.type_error(format!("clk_id should be integer, not {}", rt.type_name(v))));
    }
    match rt.as_i64(v).and_then(|i| i32::try_from(i).ok()) {
        Some(i) => Ok(Clock(i)),
        None => Err(rt.overflow_error("Python int too large to convert to C int")),
    }
}

/// A number of seconds as nanoseconds, rounded up.
fn duration(rt: &Rt, v: Value) -> Result<i64, Raised> {
    const TOO_LARGE: &str = "timestamp out of range for C PyTime_t";
    if let Some(seconds) = rt.as_float(v) {
        if seconds.is_nan() {
            return Err(rt.value_error("Invalid value NaN (not a number)"));
        }
        let scaled = seconds * 1e9;
        let rounded = if scaled < 0.0 { scaled.floor() } else { scaled.ceil() };
        return if rounded.abs() < i64::MAX as f64 { Ok(rounded as i64) } else { Err(rt.overflow_error(TOO_LARGE)) };
    }
    let Some(seconds) = rt.index_opt(v)? else {
        let given = rt.type_name(v);
        return Err(rt.type_error(format!("'{given}' object cannot be interpreted as an integer or float")));
    };
    rt.as_i64(*seconds).and_then(|s| s.checked_mul(1_000_000_000)).ok_or_else(|| rt.overflow_error(TOO_LARGE))
}

fn sleep(rt: &Rt, args: &Args<'_>) -> Res {
    let length = duration(rt, args.get(0))?;
    if length < 0 {
        return Err(rt.value_error("sleep length must be non-negative"));
    }
    // An interrupt may be asked for without a signal to this thread: wake up now and then.
    const SLICE: i64 = 20_000_000;
    let deadline = read(rt, Clock::MONOTONIC)?.saturating_add(length);
    loop {
        rt.poll()?;
        let now = read(rt, Clock::MONOTONIC)?;
        if now >= deadline {
            return Ok(Value::none().own());
        }
        sleep_until(deadline.min(now + SLICE));
    }
}

/// The moment that an optional number of seconds since 1970 tells; now without one.
fn calendar_at(rt: &Rt, seconds: Option<Value>, local: bool) -> Result<Calendar, Raised> {
    let seconds = match seconds.filter(|s| !s.is_none()) {
        None => read(rt, Clock::REALTIME)?.div_euclid(1_000_000_000),
        Some(v) => whole_seconds(rt, v)?,
    };
    Calendar::at(seconds, local).map_err(|e| os_error(rt, &e))
}

fn whole_seconds(rt: &Rt, v: Value) -> Result<i64, Raised> {
    const TOO_LARGE: &str = "timestamp out of range for platform time_t";
    if let Some(f) = rt.as_float(v) {
        if f.is_nan() {
            return Err(rt.value_error("Invalid value NaN (not a number)"));
        }
        let whole = f.floor();
        return if whole.abs() < i64::MAX as f64 { Ok(whole as i64) } else { Err(rt.overflow_error(TOO_LARGE)) };
    }
    let i = rt.index(v)?;
    rt.as_i64(*i).ok_or_else(|| rt.overflow_error(TOO_LARGE))
}

fn struct_time(rt: &Rt, calendar: &Calendar) -> Res {
    let items = calendar.fields.iter().map(|f| rt.int(*f)).collect::<Result<Vec<_>, _>>()?;
    rt.new_struct::<StructTime>(&items, vec![rt.str(&calendar.zone)?, rt.int(calendar.offset)?])
}

/// The moment that a tuple of nine numbers tells.
fn calendar_of(rt: &Rt, v: Value, function: &str) -> Result<Calendar, Raised> {
    let Some(items) = rt.as_tuple(v) else {
        return Err(rt.type_error("Tuple or struct_time argument required"));
    };
    let items: Vec<Owned> = items.iter().map(|i| i.own()).collect();
    if items.len() != 9 {
        return Err(rt.type_error(format!("{function}(): illegal time tuple argument")));
    }
    let mut fields = [0; 9];
    for (field, item) in fields.iter_mut().zip(&items) {
        let i = rt.index(**item)?;
        *field = match rt.as_i64(*i).and_then(|i| i32::try_from(i).ok()) {
            Some(i) => i64::from(i),
            None => return Err(rt.overflow_error("signed integer is greater than maximum")),
        };
    }
    let mut calendar = Calendar { fields, zone: String::new(), offset: 0 };
    if rt.class_of(v) == rt.struct_type::<StructTime>()? {
        let (zone, offset) = (rt.instance_slot(v, 0), rt.instance_slot(v, 1));
        if let Some(text) = zone.some().and_then(|z| rt.as_text(z)) {
            calendar.zone = text.lossy().into_owned();
        }
        calendar.offset = offset.as_small_int().unwrap_or(0);
    }
    Ok(calendar)
}

/// Refuses what is no moment; zeros for month, day and day of the year are taken for ones.
fn check(rt: &Rt, calendar: &mut Calendar) -> Result<(), Raised> {
    let f = &mut calendar.fields;
    for i in [1, 2, 7] {
        if f[i] == 0 {
            f[i] = 1;
        }
    }
    let ranges = [
        (1, 1..=12, "month"),
        (2, 1..=31, "day of month"),
        (3, 0..=23, "hour"),
        (4, 0..=59, "minute"),
        (5, 0..=61, "seconds"),
        (6, -1..=i64::MAX, "day of week"),
        (7, 1..=366, "day of year"),
    ];
    for (i, range, what) in ranges {
        if !range.contains(&f[i]) {
            return Err(rt.value_error(format!("{what} out of range")));
        }
    }
    f[8] = f[8].clamp(-1, 1);
    f[6] = f[6].rem_euclid(7);
    Ok(())
}

fn mktime(rt: &Rt, args: &Args<'_>) -> Res {
    let calendar = calendar_of(rt, args.get(0), "mktime")?;
    match calendar.local_seconds() {
        Some(seconds) => rt.float(seconds as f64),
        None => Err(rt.overflow_error("mktime argument out of range")),
    }
}

fn asctime(rt: &Rt, args: &Args<'_>) -> Res {
    let calendar = match args.opt(0) {
        None => calendar_at(rt, None, true)?,
        Some(v) => {
            let mut calendar = calendar_of(rt, v, "asctime")?;
            check(rt, &mut calendar)?;
            calendar
        }
    };
    rt.str(&ascii_time(&calendar.fields))
}

fn ascii_time(fields: &[i64; 9]) -> String {
    const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let [year, month, day, hour, minute, second, week_day, ..] = *fields;
    let name = |names: &[&'static str], i: i64| names.get(i as usize).copied().unwrap_or("???");
    format!("{} {} {day:2} {hour:02}:{minute:02}:{second:02} {year}", name(&DAYS, week_day), name(&MONTHS, month - 1))
}

fn strftime(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let Some(format) = rt.as_text(v) else {
        return Err(rt.type_error(format!("strftime() argument 1 must be str, not {}", rt.type_name(v))));
    };
    let format = format.lossy();
    let calendar = match args.opt(1) {
        None => calendar_at(rt, None, true)?,
        Some(v) => {
            let mut calendar = calendar_of(rt, v, "strftime")?;
            check(rt, &mut calendar)?;
            calendar
        }
    };
    // A NUL in the format is text like any other.
    let mut out = String::new();
    for (i, part) in format.split('\0').enumerate() {
        if i > 0 {
            out.push('\0');
        }
        let written = CString::new(part).ok().and_then(|part| calendar.format(&part));
        match written {
            Some(bytes) => out.push_str(&String::from_utf8_lossy(&bytes)),
            None => return Err(rt.memory_error()),
        }
    }
    rt.str(&out)
}
