//! Metadata on the wire: a small JSON object of the website's own data. Its value is stored and returned, but not the order of
//! its members and the format of its numbers.

use std::borrow::Cow;

use foundation::text::{has_visible_ends, strict_json};
use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::{Map, Value};

/// Maximum number of members.
const MAX_MEMBERS: usize = 50;
/// Maximum length of the whole object as text, in bytes.
const MAX_BYTES: usize = 4096;

/// A JSON object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Metadata(Map<String, Value>);

impl Metadata {
    /// Serializes the metadata for storage.
    pub(crate) fn to_text(&self) -> String {
        Value::from(self.0.clone()).to_string()
    }

    /// Parses stored metadata; empty if it is invalid.
    pub(crate) fn from_text(text: &str) -> Self {
        Self(strict_json::from_stored(text).unwrap_or_default())
    }

    /// Returns the location (RFC 6901) and description of an error in the size, a name or a number.
    pub(super) fn wrong(&self) -> Option<(String, String)> {
        if self.0.len() > MAX_MEMBERS {
            let detail = format!("Must have at most {MAX_MEMBERS} members.");
            Some((String::new(), detail))
        } else if self.to_text().len() > MAX_BYTES {
            let detail = format!("Must be at most {MAX_BYTES} bytes long.");
            Some((String::new(), detail))
        } else if let Some(pointer) = blurred_of_members(&self.0) {
            let detail =
                "The name must not begin or end with white space or an invisible character.";
            Some((pointer, detail.to_owned()))
        } else {
            let pointer = inexact_member(&self.0)?;
            let (least, most) = (i64::MIN, u64::MAX);
            let detail = format!("Must be from {least} to {most}; send it as a text.");
            Some((pointer, detail))
        }
    }
}

/// Returns the location of the first number that lost precision: an integer beyond 64 bits is parsed as a double.
fn inexact(value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => None,
        Value::Number(number) => {
            let is_kept = !number.is_f64()
                || number.as_f64().is_some_and(|double| {
                    -9_223_372_036_854_775_808.0 < double && double < 18_446_744_073_709_551_616.0
                });
            (!is_kept).then(String::new)
        }
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| Some(format!("/{index}{}", inexact(item)?))),
        Value::Object(members) => inexact_member(members),
    }
}

/// Returns the location of the first member whose name begins or ends with invisible characters.
fn blurred(value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| Some(format!("/{index}{}", blurred(item)?))),
        Value::Object(members) => blurred_of_members(members),
    }
}

fn blurred_of_members(members: &Map<String, Value>) -> Option<String> {
    members.iter().find_map(|(name, member)| {
        let is_blurred = !name.is_empty() && !has_visible_ends(name);
        let inner = if is_blurred {
            Some(String::new())
        } else {
            blurred(member)
        };
        inner.map(|inner| format!("{}{inner}", pointer_to(name)))
    })
}

/// Returns the pointer to a member (RFC 6901 section 3).
fn pointer_to(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}

fn inexact_member(members: &Map<String, Value>) -> Option<String> {
    members
        .iter()
        .find_map(|(name, member)| Some(format!("{}{}", pointer_to(name), inexact(member)?)))
}

impl Type for Metadata {
    const IS_REQUIRED: bool = true;

    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "object_metadata".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        let mut schema = MetaSchema::new("object");
        let anything = MetaSchemaRef::Inline(Box::new(MetaSchema::ANY));
        schema.additional_properties = Some(Box::new(anything));
        schema.max_properties = Some(MAX_MEMBERS);
        MetaSchemaRef::Inline(Box::new(schema))
    }

    fn as_raw_value(&self) -> Option<&Self::RawValueType> {
        Some(self)
    }

    fn raw_element_iter<'a>(
        &'a self,
    ) -> Box<dyn Iterator<Item = &'a Self::RawElementValueType> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl ParseFromJSON for Metadata {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        match value {
            Some(Value::Object(members)) => Ok(Self(members)),
            other => Err(ParseError::expected_type(other.unwrap_or_default())),
        }
    }
}

impl ToJSON for Metadata {
    fn to_json(&self) -> Option<Value> {
        Some(self.0.clone().into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn metadata_from(value: Value) -> Metadata {
        Metadata::parse_from_json(Some(value)).unwrap()
    }

    #[test]
    fn small_objects_come_back_as_they_came() {
        let metadata = metadata_from(json!({"order": 7, "nested": {"a": [1, null, "\u{0}"]}}));
        assert_eq!(metadata.wrong(), None);
        assert_eq!(Metadata::from_text(&metadata.to_text()), metadata);
        assert!(Metadata::parse_from_json(Some(json!([]))).is_err());
        assert!(Metadata::parse_from_json(Some(json!("x"))).is_err());
    }

    #[test]
    fn large_metadata_is_refused_with_its_limit() {
        assert!(
            metadata_from(json!({"a": "x".repeat(5000)}))
                .wrong()
                .is_some()
        );
        let many: Map<String, Value> = (0..51).map(|n| (n.to_string(), n.into())).collect();
        assert!(metadata_from(Value::Object(many)).wrong().is_some());
    }

    #[test]
    fn numbers_keep_their_digits_or_are_refused() {
        let rows = [
            ("18446744073709551615", None),
            ("-9223372036854775808", None),
            ("9007199254740993", None),
            ("1e19", None),
            ("-1.5e-300", None),
            ("18446744073709551616", Some("/a~1b/0/c")),
            ("-9223372036854775809", Some("/a~1b/0/c")),
            ("123456789012345678901234567890", Some("/a~1b/0/c")),
            ("1e300", Some("/a~1b/0/c")),
        ];
        for (number, expected) in rows {
            let text = format!("{{\"a/b\":[{{\"c\":{number}}}]}}");
            let metadata = metadata_from(serde_json::from_str(&text).unwrap());
            let wrong = metadata.wrong();
            let pointer = wrong.as_ref().map(|(pointer, _)| pointer.as_str());
            assert_eq!(pointer, expected, "{number}");
            if expected.is_none() && !number.contains('e') {
                assert_eq!(metadata.to_text(), text);
            }
        }
    }
    #[test]
    fn member_names_with_invisible_ends_are_pointed_at() {
        let rows = [
            (json!({"order 7": 1, "": 2}), None),
            (json!({"order ": 1}), Some("/order ")),
            (json!({"a": {"\u{200b}b": 1}}), Some("/a/\u{200b}b")),
            (json!({"a": [[{"b\u{a0}": 1}]]}), Some("/a/0/0/b\u{a0}")),
        ];
        for (value, expected) in rows {
            let wrong = metadata_from(value).wrong();
            assert_eq!(
                wrong.as_ref().map(|(pointer, _)| pointer.as_str()),
                expected
            );
        }
    }
}
