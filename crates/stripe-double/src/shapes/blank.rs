//! Blank objects: the members that are the same in each new object, so that code states only the others.

use std::sync::LazyLock;

use foundation::text::strict_json;
use serde_json::Value;

/// The blank objects by their kind.
static BLANKS: LazyLock<Value> = LazyLock::new(|| {
    strict_json::from_stored(include_str!("../../assets/blank_objects.json")).unwrap_or_default()
});

/// Returns a new object of a kind with these members; the blank object has the others.
pub(crate) fn filled(kind: &str, members: Value) -> Value {
    let mut object = BLANKS.get(kind).cloned().unwrap_or_default();
    if let (Value::Object(object), Value::Object(members)) = (&mut object, members) {
        object.extend(members);
    }
    object
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_blank_object_names_its_kind() {
        let blanks = BLANKS.as_object().unwrap();
        assert_eq!(blanks.len(), 14);
        for (kind, blank) in blanks {
            assert_eq!(blank["object"], json!(kind));
        }
        let charge = filled("charge", json!({"id": "ch_1", "disputed": true}));
        assert_eq!(
            (&charge["id"], &charge["disputed"]),
            (&json!("ch_1"), &json!(true))
        );
        assert_eq!(charge["refunded"], json!(false));
    }
}
