//! Rust sources in rustfmt's layout, scanned line by line without a parser.

/// Folder of the web app's generated files, which have no reader.
pub const GENERATED: &str = "web/src/api/generated/";

/// Beginnings of declarations without their visibility, and their keywords.
const DECLARATIONS: &[(&str, &str)] = &[
    ("fn ", "fn"),
    ("const fn ", "fn"),
    ("async fn ", "fn"),
    ("unsafe fn ", "fn"),
    ("struct ", "struct"),
    ("enum ", "enum"),
    ("union ", "union"),
    ("trait ", "trait"),
    ("type ", "type"),
    ("const ", "const"),
    ("static ", "static"),
];

/// The first line of a declaration.
#[derive(Clone, Copy, Debug)]
pub struct Declaration<'l> {
    /// `fn`, `struct`, `const` and so on.
    pub keyword: &'static str,
    /// The declared name.
    pub name: &'l str,
    /// The rest of the line after the name.
    pub rest: &'l str,
}

/// Reads a declaration at the beginning of a line.
pub fn declared(line: &str) -> Option<Declaration<'_>> {
    let line = line.trim_start();
    let rest = line.strip_prefix("pub").map_or(line, |after| {
        let path = after
            .strip_prefix('(')
            .and_then(|path| path.split_once(')'));
        path.map_or(after, |(_, rest)| rest)
    });
    let (keyword, rest) = DECLARATIONS
        .iter()
        .find_map(|(start, keyword)| Some((*keyword, rest.trim_start().strip_prefix(*start)?)))?;
    let (name, rest) = split_word(rest);
    Some(Declaration {
        keyword,
        name,
        rest,
    })
}

/// Splits a text after its first word.
pub fn split_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !is_of_word(c)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Returns true for letters, digits and the underscore.
pub fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Splits a list at its commas, up to its closing bracket; `text` begins after the opening one. Returns the members and
/// the text after the list.
pub fn members(text: &str) -> (Vec<&str>, &str) {
    let (mut depth, mut start, mut before, mut found) = (0_usize, 0, ' ', Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if before == '-' => {}
            ')' | ']' | '}' | '>' if depth == 0 => {
                found.extend(text.get(start..at));
                return (found, text.get(at + 1..).unwrap_or_default());
            }
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                found.extend(text.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    (found, "")
}

/// Returns the folder of a file's crate, or of the web app.
pub fn crate_of(path: &str) -> &str {
    let depth = usize::from(path.starts_with("crates/"));
    path.match_indices('/')
        .nth(depth)
        .and_then(|(at, _)| path.get(..at))
        .unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read_with_each_visibility() {
        let rows = [
            ("    pub(in crate::x) async fn of(a: A) {", "fn", "of"),
            ("pub const MAX_A: usize = 1;", "const", "MAX_A"),
            ("const fn f() {}", "fn", "f"),
            ("struct Row<'a>(A);", "struct", "Row"),
        ];
        for (line, keyword, name) in rows {
            let found = declared(line).unwrap();
            assert_eq!((found.keyword, found.name), (keyword, name), "{line}");
        }
        assert!(declared("publish(x)").is_none() && declared("let a = b;").is_none());
    }
}
