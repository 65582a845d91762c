//! The check that an operation knows each parameter of a request.

use serde_json::Value;

use super::decode::unknown_message;
use crate::error::StripeError;

/// Refuses the first parameter that no pattern matches.
///
/// A pattern is a path with points: `*` matches one name or index, `**` at the end all that is below.
pub(super) fn refuse_unknown(tree: &Value, patterns: &[&str]) -> Result<(), StripeError> {
    let mut path = Vec::new();
    match find_unknown(tree, patterns, &mut path) {
        None => Ok(()),
        Some(name) => Err(StripeError::parameter(
            &name,
            "parameter_unknown",
            unknown_message(&name),
        )),
    }
}

fn find_unknown(value: &Value, patterns: &[&str], path: &mut Vec<String>) -> Option<String> {
    let mut find_in = |name: String, member: &Value| {
        path.push(name);
        let found = find_unknown(member, patterns, path);
        path.pop();
        found
    };
    match value {
        Value::Object(members) => members
            .iter()
            .find_map(|(name, member)| find_in(name.clone(), member)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| find_in(index.to_string(), item)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            let is_known = patterns.iter().any(|pattern| matches(pattern, path));
            (!is_known).then(|| bracketed(path.iter().map(String::as_str)))
        }
    }
}

fn matches(pattern: &str, path: &[String]) -> bool {
    let mut names = path.iter();
    for segment in pattern.split('.') {
        match (segment, names.next()) {
            // An empty text may replace a whole group: `metadata=` clears it.
            ("**", _) | ("*", None) => return true,
            ("*", Some(_)) => {}
            (expected, Some(name)) if expected == name => {}
            (_, _) => return false,
        }
    }
    names.next().is_none()
}

/// Writes a path with brackets: `a[b][0]`.
pub(super) fn bracketed<'n>(mut names: impl Iterator<Item = &'n str>) -> String {
    let first = names.next().unwrap_or_default().to_owned();
    names.fold(first, |path, name| format!("{path}[{name}]"))
}

#[cfg(test)]
mod tests {
    use super::super::decode::decode_tree;
    use super::*;

    #[test]
    fn parameter_without_a_pattern_is_named() {
        let patterns = ["name", "metadata.*", "items.*.price", "features.**"];
        let rows = [
            ("name=a&metadata[x]=1&items[0][price]=p", None),
            ("metadata=", None),
            ("features[a][b][c]=1", None),
            ("nam=a", Some("nam")),
            ("items[0][prize]=p", Some("items[0][prize]")),
            ("name[x]=a", Some("name[x]")),
            ("metadata[a][b]=1", Some("metadata[a][b]")),
        ];
        for (text, expected) in rows {
            let checked = refuse_unknown(&decode_tree(text).unwrap(), &patterns);
            let message = checked.err().map(|error| error.to_string());
            let expected = expected.map(unknown_message);
            assert_eq!(message, expected, "{text}");
        }
    }
}
