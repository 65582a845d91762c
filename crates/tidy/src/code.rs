//! Rust sources reduced to production code: without comments, contents of literals, and tests.

use crate::lines::is_of_word;

/// Blanks comments and the contents of string and character literals; every line keeps its number.
pub fn code_of(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let length = skipped(rest, before).unwrap_or(0);
        if let Some((token, after)) = rest.split_at_checked(length).filter(|_| length > 0) {
            code.extend(token.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            before = ' ';
            rest = after;
        } else {
            code.push(first);
            before = first;
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }
    code
}

/// Returns the length of the comment or literal at the start of `rest`; `before` is the character in front of it.
fn skipped(rest: &str, before: char) -> Option<usize> {
    let is_in_word = is_of_word(before);
    if rest.starts_with("//") {
        Some(rest.find('\n').unwrap_or(rest.len()))
    } else if rest.starts_with("/*") {
        Some(block_comment(rest))
    } else if rest.starts_with('"') {
        Some(quoted(rest))
    } else if rest.starts_with('r') && !is_in_word {
        raw_string(rest)
    } else if rest.starts_with("br") && !is_in_word {
        rest.get(1..).and_then(raw_string).map(|length| length + 1)
    } else if rest.starts_with('\'') {
        character(rest)
    } else {
        None
    }
}

/// Returns the length of a block comment, which may contain others.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(here) = rest.get(at..).filter(|here| !here.is_empty()) {
        if here.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with("*/") {
            depth = depth.saturating_sub(1);
            at += 2;
        } else {
            at += here.chars().next().map_or(1, char::len_utf8);
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// Returns the length of a literal up to its closing quote, which a backslash can escape.
fn quoted(rest: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Returns the length of `r"…"` or `r#"…"#`; `r` alone is a name.
fn raw_string(rest: &str) -> Option<usize> {
    let after = rest.get(1..)?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    let body = after.get(hashes..)?.strip_prefix('"')?;
    let closing = format!("\"{}", "#".repeat(hashes));
    let length = body.find(&closing)?;
    Some(1 + hashes + 1 + length + closing.len())
}

/// Returns the length of `'x'` or `'\n'`, but ignores the lifetime `'a`.
fn character(rest: &str) -> Option<usize> {
    let mut characters = rest.char_indices().skip(1);
    let (_, first) = characters.next()?;
    if first == '\\' {
        let closing = rest.get(3..)?.find('\'')?;
        return Some(3 + closing + 1);
    }
    let (at, second) = characters.next()?;
    (second == '\'').then_some(at + 1)
}

/// Blanks every item after `#[cfg(test)]`; takes the output of `code_of`.
pub fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut retained = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(MARK) {
        let (front, item) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let (item, after) = item
            .split_at_checked(item_length(item))
            .unwrap_or((item, ""));
        retained.push_str(front);
        retained.extend(item.chars().filter(|c| *c == '\n'));
        rest = after;
    }
    retained.push_str(rest);
    retained
}

/// Returns the length of an item with its attributes: up to its `;`, or to the closing brace of its first block.
fn item_length(item: &str) -> usize {
    let (mut depth, mut brackets) = (0_usize, 0_usize);
    for (at, c) in item.char_indices() {
        match c {
            '(' | '[' => brackets += 1,
            ')' | ']' => brackets = brackets.saturating_sub(1),
            ';' if depth == 0 && brackets == 0 => return at + 1,
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    item.len()
}

/// Returns true if a line has a whole word: `foo` is in `foo::bar`, but not in `food`.
pub fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).and_then(|front| front.chars().next_back());
        let after = line
            .get(at + word.len()..)
            .and_then(|back| back.chars().next());
        !before.is_some_and(is_of_word) && !after.is_some_and(is_of_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blanked_and_lines_stay() {
        let rows = [
            ("a // crate::x\nb", "a \nb"),
            ("a /* x /* y */ z */ b", "a  b"),
            (r#"let a = "crate::\"x"; b"#, "let a = ; b"),
            (r##"r#"a " b"# c"##, " c"),
            ("for 'a in b", "for 'a in b"),
            ("'x' '\\'' '\\u{1F600}' y", "   y"),
            ("br\"x\" bright", " bright"),
            ("\"two\nlines\" c", "\n c"),
        ];
        for (source, expected) in rows {
            let squeezed = |text: &str| text.replace(' ', "");
            assert_eq!(squeezed(&code_of(source)), squeezed(expected), "{source}");
        }
    }

    #[test]
    fn tests_are_removed_and_later_code_remains() {
        let code =
            "a\n#[cfg(test)]\nmod tests;\nb\n#[cfg(test)]\nmod more {\n fn x() { y }\n}\nc\n";
        assert_eq!(without_tests(code), "a\n\n\nb\n\n\n\n\nc\n");
        let array = "#[cfg(test)]\nconst A: [B; 2] = [c, d];\ne\n";
        assert_eq!(without_tests(array), "\n\ne\n");
    }

    #[test]
    fn word_is_not_a_part_of_another() {
        assert!(has_word("use sqlx::query", "sqlx"));
        assert!(!has_word("my_sqlx", "sqlx") && !has_word("sqlxy", "sqlx"));
    }
}
