//! Documents operations that require a recent sign-in of the user; their guards mark them.

use serde_json::Value;

use crate::caller::STEP_UP;
use crate::problem::Kind;

const SENTENCE: &str = "With a user's access token, the user must have signed in a few minutes ago at most (`step-up-required`); \
                        API keys are not asked.";

/// Documents the requirement if a guard has marked the operation.
pub(super) fn document_step_up(operation: &mut Value) {
    let security = operation.get("security").and_then(Value::as_array);
    let is_marked = security.is_some_and(|ways| ways.iter().any(|way| way.get(STEP_UP).is_some()));
    if !is_marked {
        return;
    }
    append(operation, "/description", &format!("\n\n{SENTENCE}"));
    let row = Kind::StepUpRequired.row();
    let line = format!("\n- `{}`: {}", row.slug, row.title);
    append(operation, "/responses/401/description", &line);
}

/// Appends to a text of the document.
fn append(operation: &mut Value, pointer: &str, more: &str) {
    if let Some(Value::String(text)) = operation.pointer_mut(pointer) {
        text.push_str(more);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_marked_operations_are_documented() {
        let operation = |security: Value| {
            json!({
                "description": "Does it.", "security": security,
                "responses": {"401": {"description": "- `unauthenticated`: No."}},
            })
        };
        let plain = operation(json!([{"AccessToken websites": []}]));
        let mut documented = plain.clone();
        document_step_up(&mut documented);
        assert_eq!(documented, plain);
        let mut documented = operation(json!([{"AccessToken websites": []}, {STEP_UP: []}]));
        document_step_up(&mut documented);
        assert_eq!(documented["description"], format!("Does it.\n\n{SENTENCE}"));
        let line = documented["responses"]["401"]["description"]
            .as_str()
            .unwrap();
        assert!(line.contains("\n- `step-up-required`: "), "{line}");
    }
}
