//! Output of a response: a table for users, or JSON for programs.

use std::io::{self, Write};

use serde_json::Value;

/// Format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// A table for a user at a terminal.
    Table,
    /// JSON for a program.
    Json,
}

impl OutputFormat {
    /// Returns the format that `--json` selects.
    pub(crate) const fn from_json_flag(json: bool) -> Self {
        if json { Self::Json } else { Self::Table }
    }
}

/// Prints one object: one line per member, or the JSON of the response.
pub(crate) fn show(out: &mut impl Write, form: OutputFormat, one: &Value) -> io::Result<()> {
    let members = match (form, one.as_object()) {
        (OutputFormat::Table, Some(members)) => members,
        (OutputFormat::Json, _) | (OutputFormat::Table, None) => return writeln!(out, "{one:#}"),
    };
    let longest = members.keys().map(String::len).max().unwrap_or_default();
    for (name, value) in members {
        writeln!(out, "{name:longest$}  {}", text(value))?;
    }
    Ok(())
}

/// Prints several objects: one line each with these members, or a JSON array.
pub(crate) fn show_all(
    out: &mut impl Write,
    form: OutputFormat,
    members: &[&str],
    all: &[Value],
) -> io::Result<()> {
    if form == OutputFormat::Json {
        return writeln!(out, "{:#}", Value::from(all.to_vec()));
    }
    let head: Vec<_> = members.iter().map(|member| (*member).to_owned()).collect();
    let rows = all.iter().map(|one| {
        let cell = |member: &&str| text(one.get(*member).unwrap_or(&Value::Null));
        members.iter().map(cell).collect::<Vec<_>>()
    });
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let widths: Vec<usize> = (0..members.len())
        .map(|column| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    for line in lines {
        let cells: Vec<_> = line
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}

/// Returns a value as text. External text, such as a name, must not contain control characters of a terminal.
fn text(value: &Value) -> String {
    let words = match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(" "),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
    };
    words.replace(char::is_control, "?")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tables_are_aligned_and_nothing_moves_the_cursor() {
        let all = [
            json!({ "id": "usr_1", "name": "Ann", "is_active": true }),
            json!({ "id": "usr_22", "name": "\u{1b}[2Jx", "is_active": false }),
        ];
        let shown = |form| {
            let mut out = Vec::new();
            show_all(&mut out, form, &["id", "name", "missing"], &all).unwrap();
            String::from_utf8(out).unwrap()
        };
        let table = "id      name   missing\nusr_1   Ann    -\nusr_22  ?[2Jx  -\n";
        assert_eq!(shown(OutputFormat::Table), table);
        let read: Value = serde_json::from_str(&shown(OutputFormat::Json)).unwrap();
        assert_eq!(read, json!(all));
    }

    #[test]
    fn single_record_is_shown_line_by_line() {
        let mut out = Vec::new();
        let one =
            json!({ "id": "web", "redirect_uris": ["https://a.example", "https://b.example"] });
        show(&mut out, OutputFormat::Table, &one).unwrap();
        let shown = String::from_utf8(out).unwrap();
        let expected = "id             web\nredirect_uris  https://a.example https://b.example\n";
        assert_eq!(shown, expected);
    }
}
