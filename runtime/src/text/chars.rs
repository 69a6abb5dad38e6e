//! Character properties and case mappings of Unicode 16, as the `str` methods of Python 3.14 see them.
//!
//! Everything takes code points as `u32`, so that lone surrogates are welcome; a value past the last
//! code point has no property and maps to itself. The tables are Tally's own, so that a newer Rust
//! release with a newer Unicode version changes no program's output.

use super::unicode_tables::{
    FOLD, FOLD_SPECIAL, LOWER, LOWER_SPECIAL, PROPERTIES, TITLE, TITLE_SPECIAL, UPPER, UPPER_SPECIAL,
};

const CODE_BITS: u32 = 21;
const CODE_MASK: u32 = (1 << CODE_BITS) - 1;

const ALPHA: u32 = 1 << 0;
const SPACE: u32 = 1 << 1;
const UPPERCASE: u32 = 1 << 2;
const LOWERCASE: u32 = 1 << 3;
const PRINTABLE: u32 = 1 << 4;
const TITLECASE: u32 = 1 << 5;
const ID_START: u32 = 1 << 6;
const ID_CONTINUE: u32 = 1 << 7;
const CASE_IGNORABLE: u32 = 1 << 8;
const NUMERIC_SHIFT: u32 = 9;
const DECIMAL_LEVEL: u32 = 3;
const DIGIT_LEVEL: u32 = 2;
const CASED: u32 = UPPERCASE | LOWERCASE | TITLECASE;

/// Properties of the first 256 characters, unpacked when the program is built.
static LATIN1: [u16; 256] = latin1_properties();

const fn latin1_properties() -> [u16; 256] {
    let mut table = [0; 256];
    let mut run = 0;
    let mut code = 0;
    while code < 256 {
        while PROPERTIES[run + 1] & CODE_MASK <= code {
            run += 1;
        }
        table[code as usize] = (PROPERTIES[run] >> CODE_BITS) as u16;
        code += 1;
    }
    table
}

/// The run of equal properties that holds `code`.
fn run_of(code: u32) -> u32 {
    // The first run starts at 0, so there is always one at or before `code`.
    let after = PROPERTIES.partition_point(|run| run & CODE_MASK <= code);
    PROPERTIES[after - 1]
}

#[inline]
fn properties(code: u32) -> u32 {
    match LATIN1.get(code as usize) {
        Some(&flags) => u32::from(flags),
        None if code > 0x10_ffff => 0,
        None => run_of(code) >> CODE_BITS,
    }
}

/// Is the character a letter (`str.isalpha`)?
#[inline]
pub fn is_alpha(code: u32) -> bool {
    properties(code) & ALPHA != 0
}

/// Is the character a decimal digit (`str.isdecimal`)?
#[inline]
pub fn is_decimal(code: u32) -> bool {
    properties(code) >> NUMERIC_SHIFT == DECIMAL_LEVEL
}

/// Is the character a digit, superscripts and the like included (`str.isdigit`)?
#[inline]
pub fn is_digit(code: u32) -> bool {
    properties(code) >> NUMERIC_SHIFT >= DIGIT_LEVEL
}

/// Has the character a numeric value (`str.isnumeric`)?
#[inline]
pub fn is_numeric(code: u32) -> bool {
    properties(code) >> NUMERIC_SHIFT != 0
}

/// Is the character a letter or of any numeric kind (`str.isalnum`)?
#[inline]
pub fn is_alnum(code: u32) -> bool {
    let flags = properties(code);
    flags & ALPHA != 0 || flags >> NUMERIC_SHIFT != 0
}

/// Is the character white space (`str.isspace`, `str.split`, `str.strip`)?
#[inline]
pub fn is_space(code: u32) -> bool {
    properties(code) & SPACE != 0
}

/// Does the character end a line for `str.splitlines`?
#[inline]
pub fn is_line_break(code: u32) -> bool {
    matches!(code, 0x0a..=0x0d | 0x1c..=0x1e | 0x85 | 0x2028 | 0x2029)
}

/// Is the character upper case (not title case)?
#[inline]
pub fn is_upper(code: u32) -> bool {
    properties(code) & UPPERCASE != 0
}

/// Is the character lower case?
#[inline]
pub fn is_lower(code: u32) -> bool {
    properties(code) & LOWERCASE != 0
}

/// Is the character title case, such as U+01C5?
#[inline]
pub fn is_title(code: u32) -> bool {
    properties(code) & TITLECASE != 0
}

/// Is the character upper, lower or title case?
#[inline]
pub fn is_cased(code: u32) -> bool {
    properties(code) & CASED != 0
}

/// Does `repr` show the character as it is (`str.isprintable`)?
#[inline]
pub fn is_printable(code: u32) -> bool {
    properties(code) & PRINTABLE != 0
}

/// May the character start an identifier? The underscore may.
#[inline]
pub fn is_identifier_start(code: u32) -> bool {
    properties(code) & ID_START != 0
}

/// May the character go on an identifier?
#[inline]
pub fn is_identifier_continue(code: u32) -> bool {
    properties(code) & ID_CONTINUE != 0
}

/// The value of a decimal digit of any script.
#[inline]
pub fn decimal_value(code: u32) -> Option<u32> {
    if code < 0x80 {
        let digit = code.wrapping_sub(u32::from(b'0'));
        return (digit < 10).then_some(digit);
    }
    if code > 0x10_ffff {
        return None;
    }
    // Decimal digits come in runs of whole tens that start with a zero.
    let run = run_of(code);
    (run >> (CODE_BITS + NUMERIC_SHIFT) == DECIMAL_LEVEL).then(|| (code - (run & CODE_MASK)) % 10)
}

/// A character's case mapping: one to three code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapped {
    codes: [u32; 3],
    len: u8,
}

impl Mapped {
    #[inline]
    const fn one(code: u32) -> Mapped {
        Mapped { codes: [code, 0, 0], len: 1 }
    }

    fn special(codes: [u32; 3]) -> Mapped {
        Mapped { codes, len: if codes[2] == 0 { 2 } else { 3 } }
    }

    /// The code points.
    #[inline]
    pub fn as_slice(&self) -> &[u32] {
        &self.codes[..usize::from(self.len)]
    }

    /// The code point, when it is only one.
    #[inline]
    pub fn single(&self) -> Option<u32> {
        (self.len == 1).then_some(self.codes[0])
    }
}

impl IntoIterator for Mapped {
    type Item = u32;
    type IntoIter = std::iter::Take<std::array::IntoIter<u32, 3>>;

    fn into_iter(self) -> Self::IntoIter {
        self.codes.into_iter().take(usize::from(self.len))
    }
}

type Simple = [(u32, u32, u8, i32)];
type Special = [(u32, [u32; 3])];

/// Looks `code` up in one pair of tables; `None` when it is in neither.
fn look_up(code: u32, simple: &Simple, special: &Special) -> Option<Mapped> {
    let at = simple.partition_point(|run| run.1 < code);
    if let Some(&(first, _, stride, delta)) = simple.get(at)
        && code >= first
        && (code - first).is_multiple_of(u32::from(stride))
    {
        return Some(Mapped::one(code.wrapping_add_signed(delta)));
    }
    let found = special.binary_search_by_key(&code, |entry| entry.0).ok()?;
    Some(Mapped::special(special[found].1))
}

/// Lower case of one character by itself; only [`map_case`] knows of the final sigma.
#[inline]
pub fn to_lower(code: u32) -> Mapped {
    if code < 0x80 {
        let shift = if code.wrapping_sub(u32::from(b'A')) < 26 { 32 } else { 0 };
        return Mapped::one(code + shift);
    }
    look_up(code, &LOWER, &LOWER_SPECIAL).unwrap_or(Mapped::one(code))
}

/// Upper case of one character.
#[inline]
pub fn to_upper(code: u32) -> Mapped {
    if code < 0x80 {
        let shift = if code.wrapping_sub(u32::from(b'a')) < 26 { 32 } else { 0 };
        return Mapped::one(code - shift);
    }
    look_up(code, &UPPER, &UPPER_SPECIAL).unwrap_or(Mapped::one(code))
}

/// Title case of one character, for `str.title` and `str.capitalize`.
#[inline]
pub fn to_title(code: u32) -> Mapped {
    if code < 0x80 {
        return to_upper(code);
    }
    look_up(code, &TITLE, &TITLE_SPECIAL).unwrap_or_else(|| to_upper(code))
}

/// Case folding of one character, for `str.casefold`.
#[inline]
pub fn to_folded(code: u32) -> Mapped {
    if code < 0x80 {
        return to_lower(code);
    }
    look_up(code, &FOLD, &FOLD_SPECIAL).unwrap_or_else(|| to_lower(code))
}

/// Is the text an identifier (`str.isidentifier`, keywords included)?
pub fn is_identifier(mut codes: impl Iterator<Item = u32>) -> bool {
    codes.next().is_some_and(is_identifier_start) && codes.all(is_identifier_continue)
}

/// How [`map_case`] converts a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// `str.lower`
    Lower,
    /// `str.upper`
    Upper,
    /// `str.title`
    Title,
    /// `str.capitalize`
    Capitalize,
    /// `str.swapcase`
    Swap,
    /// `str.casefold`
    Fold,
}

/// The case conversion of a whole text, final sigmas included.
pub fn map_case<I: Iterator<Item = u32> + Clone>(codes: I, case: Case) -> impl Iterator<Item = u32> {
    CaseMapper { codes, case, first: true, in_word: false, after_cased: false }.flatten()
}

struct CaseMapper<I> {
    codes: I,
    case: Case,
    first: bool,
    /// Was the character before cased?
    in_word: bool,
    /// Was the last character that is not case-ignorable cased?
    after_cased: bool,
}

const CAPITAL_SIGMA: u32 = 0x3a3;
const SMALL_SIGMA: u32 = 0x3c3;
const FINAL_SIGMA: u32 = 0x3c2;

impl<I: Iterator<Item = u32> + Clone> CaseMapper<I> {
    /// The lower case of `code`. A capital sigma becomes final where a cased letter comes before and none
    /// comes after, case-ignorable characters being skipped on both sides.
    fn lower(&self, code: u32) -> Mapped {
        if code != CAPITAL_SIGMA {
            return to_lower(code);
        }
        let next = self.codes.clone().find(|&code| properties(code) & CASE_IGNORABLE == 0);
        let is_final = self.after_cased && !next.is_some_and(is_cased);
        Mapped::one(if is_final { FINAL_SIGMA } else { SMALL_SIGMA })
    }
}

impl<I: Iterator<Item = u32> + Clone> Iterator for CaseMapper<I> {
    type Item = Mapped;

    fn next(&mut self) -> Option<Mapped> {
        let code = self.codes.next()?;
        let flags = properties(code);
        let mapped = match self.case {
            Case::Upper => to_upper(code),
            Case::Fold => to_folded(code),
            Case::Lower => self.lower(code),
            Case::Title if self.in_word => self.lower(code),
            Case::Capitalize if !self.first => self.lower(code),
            Case::Title | Case::Capitalize => to_title(code),
            Case::Swap if flags & UPPERCASE != 0 => self.lower(code),
            Case::Swap if flags & LOWERCASE != 0 => to_upper(code),
            Case::Swap => Mapped::one(code),
        };
        self.first = false;
        self.in_word = flags & CASED != 0;
        if flags & CASE_IGNORABLE == 0 {
            self.after_cased = self.in_word;
        }
        Some(mapped)
    }
}

/// Does the text answer `str.istitle`: capitals only at the start of words, small letters only inside?
pub fn is_title_text(codes: impl Iterator<Item = u32>) -> bool {
    let mut in_word = false;
    let mut found = false;
    for code in codes {
        let flags = properties(code);
        let capital = flags & (UPPERCASE | TITLECASE) != 0;
        let small = flags & LOWERCASE != 0;
        if (capital && in_word) || (small && !in_word) {
            return false;
        }
        in_word = capital || small;
        found |= in_word;
    }
    found
}

/// Does the text answer `str.isupper`: some upper case, no lower or title case?
pub fn is_upper_text(codes: impl Iterator<Item = u32>) -> bool {
    only_case(codes, UPPERCASE)
}

/// Does the text answer `str.islower`: some lower case, no upper or title case?
pub fn is_lower_text(codes: impl Iterator<Item = u32>) -> bool {
    only_case(codes, LOWERCASE)
}

fn only_case(codes: impl Iterator<Item = u32>, wanted: u32) -> bool {
    let mut found = false;
    for code in codes {
        match properties(code) & CASED {
            0 => {}
            case if case == wanted => found = true,
            _ => return false,
        }
    }
    found
}
