//! Tokens of the diagnosing reader, and errors of its tokenizer.

use crate::front::syntax_error::SyntaxErrorKind;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum T {
    /// A name that is not a keyword.
    Name,
    /// A keyword.
    Kw(Kw),
    /// A number.
    Number,
    /// A string or bytes literal without replacement fields.
    Str,
    /// Opening quotes of an f-string.
    FStart,
    /// Text between replacement fields.
    FMiddle,
    /// Closing quotes of an f-string.
    FEnd,
    /// Opening quotes of a t-string.
    TemplateStart,
    /// Text between replacement fields of a t-string.
    TemplateMiddle,
    /// Closing quotes of a t-string.
    TemplateEnd,
    /// End of a logical line.
    Newline,
    /// Deeper indentation.
    Indent,
    /// End of an indented block.
    Dedent,
    /// End of the text.
    End,
    /// An operator or other punctuation.
    Op(Op),
}

macro_rules! words {
    ($($name:ident $text:literal)+) => {
        /// Keywords.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kw { $($name),+ }
        impl Kw {
            /// The keyword with this text.
            pub fn find(text: &str) -> Option<Kw> {
                match text { $($text => Some(Kw::$name),)+ _ => None }
            }
        }
    };
}

words! {
    False "False" None "None" True "True" And "and" As "as" Assert "assert" Async "async" Await "await"
    Break "break" Class "class" Continue "continue" Def "def" Del "del" Elif "elif" Else "else" Except "except"
    Finally "finally" For "for" From "from" Global "global" If "if" Import "import" In "in" Is "is"
    Lambda "lambda" Nonlocal "nonlocal" Not "not" Or "or" Pass "pass" Raise "raise" Return "return" Try "try"
    While "while" With "with" Yield "yield"
}

macro_rules! operators {
    ($($name:ident $text:literal)+) => {
        /// Punctuation.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Op { $($name),+, /// A character that is no operator (`$`, `?`, a backquote).
            Unknown }
        impl Op {
            /// The longest operator that begins `bytes`, and its length.
            pub fn longest(bytes: &[u8]) -> Option<(Op, usize)> {
                let mut best = None;
                for length in 1..=3.min(bytes.len()) {
                    if let Some(op) = Op::exact(&bytes[..length]) {
                        best = Some((op, length));
                    }
                }
                best
            }
            fn exact(bytes: &[u8]) -> Option<Op> {
                match std::str::from_utf8(bytes).ok()? { $($text => Some(Op::$name),)+ _ => None }
            }
        }
    };
}

operators! {
    LPar "(" RPar ")" LSqb "[" RSqb "]" LBrace "{" RBrace "}" Colon ":" Comma "," Semi ";" Plus "+" Minus "-"
    Star "*" Slash "/" VBar "|" Amper "&" Less "<" Greater ">" Equal "=" Dot "." Percent "%" EqEqual "=="
    NotEqual "!=" LessEqual "<=" GreaterEqual ">=" Tilde "~" Circumflex "^" LeftShift "<<"
    RightShift ">>" DoubleStar "**" PlusEqual "+=" MinEqual "-=" StarEqual "*=" SlashEqual "/="
    PercentEqual "%=" AmperEqual "&=" VBarEqual "|=" CircumflexEqual "^=" LeftShiftEqual "<<="
    RightShiftEqual ">>=" DoubleStarEqual "**=" DoubleSlash "//" DoubleSlashEqual "//=" At "@" AtEqual "@="
    RArrow "->" Ellipsis "..." ColonEqual ":=" Exclamation "!"
}

/// A token. `start == end` for tokens without text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tok {
    /// What it is.
    pub kind: T,
    /// Byte offset of its first character.
    pub start: u32,
    /// Byte offset just past it.
    pub end: u32,
    /// Bracket depth just after it.
    pub level: u16,
}

/// An error with its position as CPython reports it: lines from 1, columns from 1 in code points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which exception.
    pub kind: SyntaxErrorKind,
    /// The message.
    pub message: String,
    /// First line.
    pub line: u32,
    /// First column.
    pub col: u32,
    /// Last line.
    pub end_line: u32,
    /// Column past the end; 0 or -1 when unknown.
    pub end_col: i32,
}

/// Why there are no more tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokError {
    /// Stands whatever else is wrong before it in the text.
    Certain(Problem),
    /// Counts only if the parser gets that far.
    IfReached(Problem),
    /// Any of the others inside an f-string: counts only if the parser gets that far.
    InTemplate(Box<TokError>),
    /// The text ends inside brackets.
    EndInBrackets,
}

/// A warning from the tokenizer: message and byte offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokWarning {
    /// The message.
    pub message: String,
    /// Where.
    pub offset: u32,
}
