//! Members of JSON objects, read without errors: a missing member is the empty text, zero, false or null.

use serde_json::{Map, Value};

const NULL: &Value = &Value::Null;

/// Reads and writes members of a JSON object by a path such as `card.brand`.
pub(crate) trait Members {
    /// Returns a member; null if it is missing.
    fn member(&self, path: &str) -> &Value;
    /// Returns a text; the empty one if it is missing.
    fn text(&self, path: &str) -> &str;
    /// Returns a whole number; zero if it is missing.
    fn number(&self, path: &str) -> i64;
    /// Returns true if a member is true.
    fn is_true(&self, path: &str) -> bool;
    /// Returns the items of a list; none if it is missing.
    fn items(&self, path: &str) -> &[Value];
    /// Sets a member of the object at a path; objects on the way are created.
    fn put(&mut self, path: &str, value: impl Into<Value>);
}

impl Members for Value {
    fn member(&self, path: &str) -> &Value {
        path.split('.')
            .fold(self, |value, name| value.get(name).unwrap_or(NULL))
    }

    fn text(&self, path: &str) -> &str {
        self.member(path).as_str().unwrap_or_default()
    }

    fn number(&self, path: &str) -> i64 {
        self.member(path).as_i64().unwrap_or_default()
    }

    fn is_true(&self, path: &str) -> bool {
        self.member(path).as_bool().unwrap_or_default()
    }

    fn items(&self, path: &str) -> &[Value] {
        self.member(path)
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    fn put(&mut self, path: &str, value: impl Into<Value>) {
        let (name, rest) = match path.split_once('.') {
            Some((name, rest)) => (name, Some(rest)),
            None => (path, None),
        };
        if !self.is_object() {
            *self = Self::Object(Map::new());
        }
        if let Self::Object(members) = self {
            let member = members.entry(name).or_insert(Self::Null);
            match rest {
                Some(rest) => member.put(rest, value),
                None => *member = value.into(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn members_are_read_and_written_by_path() {
        let mut value = json!({"card": {"brand": "visa"}, "amount": 5, "list": [1]});
        assert_eq!(value.text("card.brand"), "visa");
        assert_eq!(value.text("card.last4.x"), "");
        assert_eq!(value.number("amount"), 5);
        assert_eq!(value.items("list").len(), 1);
        assert!(!value.is_true("amount"));
        value.put("card.last4", "4242");
        value.put("new.deep", true);
        assert_eq!(value.text("card.last4"), "4242");
        assert!(value.is_true("new.deep"));
    }
}
