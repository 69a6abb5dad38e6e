//! Values from text: numbers, strings, tuples, lists, dicts, sets, names, calls.

use crate::engine::Engine;
use runtime::{Owned, Value};

/// The value that `text` is.
pub fn make(engine: &Engine, text: &str) -> Owned {
    let mut reader = Reader { engine, text: text.as_bytes(), at: 0 };
    let value = reader.value();
    reader.space();
    assert_eq!(reader.at, text.len(), "{text}");
    value
}

struct Reader<'t> {
    engine: &'t Engine,
    text: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn space(&mut self) {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> u8 {
        self.space();
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    fn while_(&mut self, wanted: impl Fn(u8) -> bool) -> String {
        let from = self.at;
        while self.text.get(self.at).is_some_and(|&byte| wanted(byte)) {
            self.at += 1;
        }
        String::from_utf8(self.text[from..self.at].to_vec()).expect("text")
    }

    fn items(&mut self, end: u8) -> Vec<Owned> {
        let mut items = Vec::new();
        while !self.accept(end) {
            items.push(self.value());
            // Between keys and values, and between items.
            let _ = self.accept(b',') || self.accept(b':');
        }
        items
    }

    fn value(&mut self) -> Owned {
        let rt = &self.engine.rt;
        let result = match self.peek() {
            b'(' => {
                self.at += 1;
                let items = self.items(b')');
                rt.tuple_from_owned(items)
            }
            b'[' => {
                self.at += 1;
                let items = self.items(b']');
                rt.list_from_owned(items)
            }
            b'{' => {
                self.at += 1;
                self.braces()
            }
            b'\'' => {
                self.at += 1;
                let text = self.while_(|byte| byte != b'\'');
                self.at += 1;
                rt.str(&text)
            }
            b'0'..=b'9' | b'-' => {
                let text = self.while_(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'.' | b'e' | b'+'));
                match text.parse::<i64>() {
                    Ok(number) => rt.int(number),
                    Err(_) if text.contains(['.', 'e']) => rt.float(text.parse().expect("a float")),
                    Err(_) => rt.call(self.engine.names["int"], &[*rt.str(&text).expect("memory")]),
                }
            }
            _ => return self.name(),
        };
        result.expect("a value")
    }

    fn braces(&mut self) -> Result<Owned, runtime::Raised> {
        let rt = &self.engine.rt;
        let pairs = self.text[self.at..].iter().take_while(|&&byte| byte != b'}').any(|&byte| byte == b':');
        let items = self.items(b'}');
        if !pairs && !items.is_empty() {
            let set = rt.new_set()?;
            for item in &items {
                rt.set_add(*set, **item)?;
            }
            return Ok(set);
        }
        let dict = rt.new_dict()?;
        for pair in items.chunks(2) {
            rt.dict_set(*dict, *pair[0], pair[1].clone())?;
        }
        Ok(dict)
    }

    fn name(&mut self) -> Owned {
        let name = self.while_(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let found = match name.as_str() {
            "None" => Value::none(),
            "True" => Value::bool(true),
            "False" => Value::bool(false),
            "inf" => return self.engine.rt.float(f64::INFINITY).expect("memory"),
            _ => *self.engine.names.get(&name).unwrap_or_else(|| panic!("no name {name:?}")),
        };
        if !self.accept(b'(') {
            return found.own();
        }
        let args = self.items(b')');
        let args: Vec<Value> = args.iter().map(Owned::value).collect();
        self.engine.rt.call(found, &args).expect("an object")
    }
}
