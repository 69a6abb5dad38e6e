//! The tokenizer's numbers and strings.

use super::token::{T, Tok, TokWarning};
use super::tokenizer::{Res, Template, Tokenizer};

/// Most f-strings open at once.
const MAX_TEMPLATES: usize = 149;
/// Deepest nesting of replacement fields within one f-string.
const MAX_FIELDS: i32 = 3;

/// Letters seen before a quote.
#[derive(Clone, Copy, Default)]
pub(super) struct Prefix {
    b: bool,
    r: bool,
    u: bool,
    f: bool,
    t: bool,
    length: usize,
}

impl Prefix {
    /// Two letters that may not stand together.
    fn conflict(self) -> Option<(char, char)> {
        let pairs = [
            (self.u && self.b, 'u', 'b'),
            (self.u && self.r, 'u', 'r'),
            (self.u && self.f, 'u', 'f'),
            (self.u && self.t, 'u', 't'),
            (self.b && self.f, 'b', 'f'),
            (self.b && self.t, 'b', 't'),
            (self.f && self.t, 'f', 't'),
        ];
        pairs.into_iter().find(|p| p.0).map(|p| (p.1, p.2))
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl Tokenizer<'_> {
    fn digit(&self) -> bool {
        self.peek().is_some_and(|b| b.is_ascii_digit())
    }

    pub(super) fn number(&mut self, start: usize) -> Res<Tok> {
        if self.peek() == Some(b'.') {
            return self.fraction(start);
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            return match self.peek() {
                Some(b'x' | b'X') => self.radix(start, "hexadecimal", |b| b.is_ascii_hexdigit()),
                Some(b'o' | b'O') => self.radix(start, "octal", |b| (b'0'..b'8').contains(&b)),
                Some(b'b' | b'B') => self.radix(start, "binary", |b| b == b'0' || b == b'1'),
                _ => self.zeros(start),
            };
        }
        self.digits()?;
        self.after_integer(start)
    }

    fn radix(&mut self, start: usize, kind: &str, accepts: fn(u8) -> bool) -> Res<Tok> {
        self.at += 1;
        loop {
            if self.peek() == Some(b'_') {
                self.at += 1;
            }
            if !self.peek().is_some_and(accepts) {
                return self.bad_digit(kind);
            }
            while self.peek().is_some_and(accepts) {
                self.at += 1;
            }
            if self.peek() != Some(b'_') {
                break;
            }
        }
        if self.digit() {
            return self.bad_digit(kind);
        }
        self.end_of_number(kind)?;
        Ok(self.token(T::Number, start))
    }

    fn bad_digit<V>(&mut self, kind: &str) -> Res<V> {
        match self.peek() {
            Some(digit @ b'0'..=b'9') => {
                self.at += 1;
                self.error(format!("invalid digit '{}' in {kind} literal", char::from(digit)))
            }
            _ => self.error(format!("invalid {kind} literal")),
        }
    }

    /// A number that begins with zero.
    fn zeros(&mut self, start: usize) -> Res<Tok> {
        loop {
            if self.peek() == Some(b'_') {
                self.at += 1;
                if !self.digit() {
                    return self.error("invalid decimal literal");
                }
            }
            if self.peek() != Some(b'0') {
                break;
            }
            self.at += 1;
        }
        let zeros_end = self.at;
        let nonzero = self.digit();
        if nonzero {
            self.digits()?;
        }
        match self.peek() {
            Some(b'.') => self.fraction(start),
            Some(b'e' | b'E') => self.exponent(start),
            Some(b'j' | b'J') => self.imaginary(start),
            _ if nonzero => {
                let col = self.text[self.line_start..start].chars().count() as u32;
                let end = col + (zeros_end - start) as u32 + 1;
                let message = "leading zeros in decimal integer literals are not permitted; \
                               use an 0o prefix for octal integers";
                self.error_cols(message, col + 1, end as i32)
            }
            _ => {
                self.end_of_number("decimal")?;
                Ok(self.token(T::Number, start))
            }
        }
    }

    /// Digits with single underscores between them.
    fn digits(&mut self) -> Res<()> {
        loop {
            while self.digit() {
                self.at += 1;
            }
            if self.peek() != Some(b'_') {
                return Ok(());
            }
            self.at += 1;
            if !self.digit() {
                return self.error("invalid decimal literal");
            }
        }
    }

    fn after_integer(&mut self, start: usize) -> Res<Tok> {
        match self.peek() {
            Some(b'.') => self.fraction(start),
            _ => self.after_fraction(start),
        }
    }

    fn fraction(&mut self, start: usize) -> Res<Tok> {
        self.at += 1;
        if self.digit() {
            self.digits()?;
        }
        self.after_fraction(start)
    }

    fn after_fraction(&mut self, start: usize) -> Res<Tok> {
        match self.peek() {
            Some(b'e' | b'E') => self.exponent(start),
            Some(b'j' | b'J') => self.imaginary(start),
            _ => {
                self.end_of_number("decimal")?;
                Ok(self.token(T::Number, start))
            }
        }
    }

    fn exponent(&mut self, start: usize) -> Res<Tok> {
        let signed = matches!(self.peek_at(1), Some(b'+' | b'-'));
        let first = self.peek_at(if signed { 2 } else { 1 });
        if !first.is_some_and(|b| b.is_ascii_digit()) {
            if signed {
                self.at += 2;
                return self.error("invalid decimal literal");
            }
            self.end_of_number("decimal")?;
            return Ok(self.token(T::Number, start));
        }
        self.at += if signed { 2 } else { 1 };
        self.digits()?;
        if matches!(self.peek(), Some(b'j' | b'J')) {
            return self.imaginary(start);
        }
        self.end_of_number("decimal")?;
        Ok(self.token(T::Number, start))
    }

    fn imaginary(&mut self, start: usize) -> Res<Tok> {
        self.at += 1;
        self.end_of_number("imaginary")?;
        Ok(self.token(T::Number, start))
    }

    /// A number must not run into a word, except (with a warning) into some keywords.
    fn end_of_number(&mut self, kind: &str) -> Res<()> {
        let rest = &self.bytes[self.at..];
        let prefixes: [&[u8]; 3] = [b"if", b"in", b"is"];
        let words: [&[u8]; 5] = [b"and", b"else", b"for", b"or", b"not"];
        let whole = |w: &&[u8]| rest.starts_with(w) && !rest.get(w.len()).is_some_and(|&b| is_word(b) || b >= 128);
        if prefixes.iter().any(|w| rest.starts_with(w)) || words.iter().any(whole) {
            let message = format!("invalid {kind} literal");
            self.warnings.push(TokWarning { message, offset: self.at as u32 });
            return Ok(());
        }
        if self.peek().is_some_and(is_word) {
            return self.error(format!("invalid {kind} literal"));
        }
        Ok(())
    }

    /// The string prefix at the cursor, if letters and then a quote stand there.
    pub(super) fn string_prefix(&self) -> Option<Prefix> {
        let mut prefix = Prefix::default();
        loop {
            let seen = match self.peek_at(prefix.length)? {
                b'b' | b'B' => &mut prefix.b,
                b'u' | b'U' => &mut prefix.u,
                b'r' | b'R' => &mut prefix.r,
                b'f' | b'F' => &mut prefix.f,
                b't' | b'T' => &mut prefix.t,
                b'\'' | b'"' if prefix.length > 0 => return Some(prefix),
                _ => return None,
            };
            if std::mem::replace(seen, true) {
                return None;
            }
            prefix.length += 1;
        }
    }

    pub(super) fn prefixed_string(&mut self, start: usize, prefix: Prefix) -> Res<Tok> {
        self.at += prefix.length;
        if let Some((one, other)) = prefix.conflict() {
            let col = self.text[self.line_start..start].chars().count() as u32;
            let message = format!("'{one}' and '{other}' prefixes are incompatible");
            return self.error_cols(message, col + 1, (col + prefix.length as u32 + 1) as i32);
        }
        if prefix.f || prefix.t {
            return self.open_template(start, if prefix.f { 'f' } else { 't' }, prefix.r);
        }
        self.string(start)
    }

    fn quote_size(&self, quote: u8) -> usize {
        if self.peek_at(1) == Some(quote) && self.peek_at(2) == Some(quote) { 3 } else { 1 }
    }

    /// A string literal, the cursor being at its opening quote.
    pub(super) fn string(&mut self, start: usize) -> Res<Tok> {
        let Some(quote) = self.peek() else { return self.error("invalid syntax") };
        let size = self.quote_size(quote);
        let (first_line, first_line_start) = (self.line, self.line_start);
        self.at += size;
        let (mut closing, mut escaped_quote) = (0, false);
        while closing < size {
            let byte = self.peek();
            match byte {
                None => return self.unterminated(start, quote, size, escaped_quote, first_line, first_line_start),
                Some(b'\n') if size == 1 => {
                    return self.unterminated(start, quote, size, escaped_quote, first_line, first_line_start);
                }
                Some(b) if b == quote => {
                    closing += 1;
                    self.at += 1;
                }
                Some(b'\\') => {
                    closing = 0;
                    self.at += 1;
                    escaped_quote |= self.peek() == Some(quote);
                    self.bump();
                }
                Some(_) => {
                    closing = 0;
                    self.bump();
                }
            }
        }
        Ok(self.token(T::Str, start))
    }

    fn unterminated<V>(
        &mut self,
        start: usize,
        quote: u8,
        size: usize,
        escaped_quote: bool,
        first_line: u32,
        first_line_start: usize,
    ) -> Res<V> {
        // A text that ends in a newline has been read to the end of its last line only.
        let detected = self.line - u32::from(self.peek().is_none() && self.at > 0 && self.bytes[self.at - 1] == b'\n');
        self.at = start + 1;
        self.line = first_line;
        self.line_start = first_line_start;
        if let Some(template) = self.templates.last()
            && template.quote == quote
            && template.quote_size == size
        {
            return self.error(format!("{}-string: expecting '}}'", template.letter));
        }
        let triple = if size == 3 { "triple-quoted " } else { "" };
        let hint = if escaped_quote && size == 1 { "; perhaps you escaped the end quote?" } else { "" };
        self.error(format!("unterminated {triple}string literal (detected at line {detected}){hint}"))
    }

    fn open_template(&mut self, start: usize, letter: char, raw: bool) -> Res<Tok> {
        let Some(quote) = self.peek() else { return self.error("invalid syntax") };
        let quote_size = self.quote_size(quote);
        self.at += quote_size;
        if self.templates.len() >= MAX_TEMPLATES {
            return self.error("too many nested f-strings or t-strings");
        }
        self.templates.push(Template {
            quote,
            quote_size,
            raw,
            letter,
            start,
            line: self.line,
            line_start: self.line_start,
            depth: 0,
            field_depth: -1,
            in_spec: false,
            in_debug: false,
            in_text: true,
        });
        Ok(self.token(if letter == 'f' { T::FStart } else { T::TemplateStart }, start))
    }

    /// The next token while the text of an f-string is being read.
    pub(super) fn template_text(&mut self) -> Res<Tok> {
        let start = self.at;
        let Some(template) = self.templates.last().cloned() else { return self.plain_token() };
        if self.peek() == Some(b'{') && self.peek_at(1) != Some(b'{') {
            return self.open_field(&template).and_then(|()| self.plain_token());
        }
        let closes = |at: usize| {
            let quotes = self.bytes.get(at..at + template.quote_size);
            quotes.is_some_and(|q| q.iter().all(|&b| b == template.quote))
        };
        if closes(self.at) {
            self.at += template.quote_size;
            self.templates.pop();
            return Ok(self.token(if template.letter == 'f' { T::FEnd } else { T::TemplateEnd }, start));
        }
        self.template_middle(start, &template)
    }

    fn open_field(&mut self, template: &Template) -> Res<()> {
        if template.field_depth + 1 >= MAX_FIELDS {
            return self.error(format!("{}-string: expressions nested too deeply", template.letter));
        }
        if let Some(top) = self.templates.last_mut() {
            top.field_depth += 1;
            top.in_text = false;
            top.in_spec = false;
        }
        Ok(())
    }

    fn leave_text(&mut self) {
        if let Some(top) = self.templates.last_mut() {
            top.in_text = false;
        }
    }

    fn template_middle(&mut self, start: usize, template: &Template) -> Res<Tok> {
        let kind = if template.letter == 'f' { T::FMiddle } else { T::TemplateMiddle };
        let in_spec = template.in_spec && template.field_depth >= 0;
        let (mut closing, mut named_escape) = (0, false);
        while closing < template.quote_size {
            let Some(byte) = self.peek() else { return self.unterminated_template(template) };
            if byte == b'\n' && template.quote_size == 1 {
                return if in_spec { self.newline_in_spec(template) } else { self.unterminated_template(template) };
            }
            if byte == template.quote {
                closing += 1;
                self.at += 1;
                continue;
            }
            closing = 0;
            match byte {
                b'{' => {
                    if self.peek_at(1) != Some(b'{') || in_spec {
                        let token = self.token(kind, start);
                        self.open_field(template)?;
                        return Ok(token);
                    }
                    self.at += 1;
                    let token = self.token(kind, start);
                    self.at += 1;
                    return Ok(token);
                }
                b'}' if named_escape => {
                    self.at += 1;
                    return Ok(self.token(kind, start));
                }
                b'}' => {
                    if self.peek_at(1) == Some(b'}') && !in_spec && template.depth == 0 {
                        self.at += 1;
                        let token = self.token(kind, start);
                        self.at += 1;
                        return Ok(token);
                    }
                    let token = self.token(kind, start);
                    self.leave_text();
                    return Ok(token);
                }
                b'\\' => {
                    self.at += 1;
                    match self.peek() {
                        Some(b'{' | b'}') => {}
                        Some(b'N') if !template.raw => {
                            self.at += 1;
                            if self.peek() == Some(b'{') {
                                self.at += 1;
                                named_escape = true;
                            }
                        }
                        _ => {
                            self.bump();
                        }
                    }
                }
                _ => {
                    self.bump();
                }
            }
        }
        self.at -= template.quote_size;
        Ok(self.token(kind, start))
    }

    fn newline_in_spec<V>(&mut self, template: &Template) -> Res<V> {
        let letter = template.letter;
        let col = self.text[self.line_start..self.at].chars().count() as u32 + 1;
        let message = format!(
            "{letter}-string: newlines are not allowed in format specifiers for single quoted {letter}-strings"
        );
        self.error_cols(message, col, col as i32)
    }

    fn unterminated_template<V>(&mut self, template: &Template) -> Res<V> {
        let detected = self.line - u32::from(self.peek().is_none() && self.at > 0 && self.bytes[self.at - 1] == b'\n');
        self.at = template.start + 1;
        self.line = template.line;
        self.line_start = template.line_start;
        let triple = if template.quote_size == 3 { "triple-quoted " } else { "" };
        let letter = template.letter;
        self.error(format!("unterminated {triple}{letter}-string literal (detected at line {detected})"))
    }
}
