//! Documents operations that an operator may read as another user; their guards mark them.

use serde_json::{Value, json};

use crate::caller::{VIEW_HEADER, VIEWABLE};
use crate::problem::Kind;

/// Documents the view if a guard has marked the operation and the operation reads.
pub(super) fn document_view(method: &str, operation: &mut Value) {
    let security = operation.get("security").and_then(Value::as_array);
    let is_marked = security.is_some_and(|ways| ways.iter().any(|way| way.get(VIEWABLE).is_some()));
    if !is_marked || method != "get" {
        return;
    }
    if let Some(Value::String(text)) = operation.pointer_mut("/responses/403/description") {
        for kind in [Kind::ClientNotAllowed, Kind::ViewOnly, Kind::ViewEnded] {
            let row = kind.row();
            let line = format!("\n- `{}`: {}", row.slug, row.title);
            // The first line of the description has no newline before it.
            if !text.contains(line.trim_start()) {
                text.push_str(&line);
            }
        }
        // Responses with the same problems have one text, so that operations share them.
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_by_key(|line| position(line));
        *text = lines.join("\n");
    }
    if let Some(members) = operation.as_object_mut() {
        let parameters = members.entry("parameters").or_insert_with(|| json!([]));
        if let Some(parameters) = parameters.as_array_mut() {
            parameters.push(header());
        }
    }
}

/// Returns the position of a line's problem in the catalogue.
fn position(line: &str) -> Option<usize> {
    let (slug, _) = line.strip_prefix("- `")?.split_once('`')?;
    let kind = Kind::from_slug(slug)?;
    Kind::ALL.iter().position(|known| *known == kind)
}

fn header() -> Value {
    json!({
        "name": VIEW_HEADER,
        "in": "header",
        "description": "With an operator's access token: the view (`POST /v1/operator/users/{id}/views`) of the person whose answer is wanted.",
        "required": false,
        "schema": {"type": "string"},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_marked_reads_are_documented() {
        let operation = |security: Value| {
            json!({
                "security": security,
                "responses": {"403": {"description": "- `insufficient-scope`: No."}},
            })
        };
        let marked = json!([{"AccessToken websites": []}, {VIEWABLE: []}]);
        for (method, security, expected) in [
            ("get", json!([{"AccessToken websites": []}]), false),
            ("post", marked.clone(), false),
            ("get", marked, true),
        ] {
            let mut documented = operation(security);
            document_view(method, &mut documented);
            let named = documented.pointer("/parameters/0/name") == Some(&json!(VIEW_HEADER));
            let lines = documented["responses"]["403"]["description"]
                .as_str()
                .unwrap();
            assert_eq!(
                (named, lines.contains("\n- `view-ended`: ")),
                (expected, expected),
                "{documented}"
            );
        }
    }
}
