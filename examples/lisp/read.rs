//! Text becomes expressions.

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number.
    Int(i64),
    /// A name.
    Symbol(String),
    /// A text.
    Text(String),
    /// A form.
    List(Vec<Expr>),
}

/// All expressions of a program.
pub fn read(source: &str) -> Result<Vec<Expr>, String> {
    let mut open: Vec<Vec<Expr>> = vec![Vec::new()];
    for (number, line) in source.lines().enumerate() {
        let at = |message: &str| format!("line {}: {message}", number + 1);
        let mut rest = line;
        while let Some(first) = rest.trim_start().chars().next() {
            rest = rest.trim_start();
            if first == ';' {
                break;
            }
            let length = match first {
                '(' | ')' => 1,
                '"' => 2 + rest[1..].find('"').ok_or_else(|| at("a text without end"))?,
                _ => rest.find(|c: char| c.is_whitespace() || "();\"".contains(c)).unwrap_or(rest.len()),
            };
            let (token, after) = rest.split_at(length);
            rest = after;
            let expr = match token {
                "(" => {
                    open.push(Vec::new());
                    continue;
                }
                ")" => Expr::List(open.pop().filter(|_| !open.is_empty()).ok_or_else(|| at("')' without '('"))?),
                _ => atom(token),
            };
            if let Some(list) = open.last_mut() {
                list.push(expr);
            }
        }
    }
    match (open.pop(), open.is_empty()) {
        (Some(all), true) => Ok(all),
        _ => Err("'(' without ')'".into()),
    }
}

fn atom(token: &str) -> Expr {
    if let Some(text) = token.strip_prefix('"') {
        return Expr::Text(text.trim_end_matches('"').into());
    }
    // A number that is no small integer is computed, not written.
    let small = token.parse().ok().filter(|number| (-(1 << 62)..1 << 62).contains(number));
    small.map_or_else(|| Expr::Symbol(token.into()), Expr::Int)
}
