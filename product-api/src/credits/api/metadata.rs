//! Metadata on the wire: a small JSON object of the website's own, kept and given back as it came.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::{Map, Value};

/// The most members.
const MOST_MEMBERS: usize = 50;
/// The longest text of the whole object, in bytes.
const LONGEST: usize = 4096;

/// A JSON object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Metadata(Map<String, Value>);

impl Metadata {
    /// Metadata as it is stored.
    pub(super) fn to_text(&self) -> String {
        Value::from(self.0.clone()).to_string()
    }

    /// Metadata that was stored; empty when it is none.
    pub(super) fn of_text(text: &str) -> Self {
        Self(serde_json::from_str(text).unwrap_or_default())
    }

    /// What is wrong with its size.
    pub(super) fn excess(&self) -> Option<String> {
        if self.0.len() > MOST_MEMBERS {
            Some(format!("Must have at most {MOST_MEMBERS} members."))
        } else if self.to_text().len() > LONGEST {
            Some(format!("Must be at most {LONGEST} bytes long."))
        } else {
            None
        }
    }
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
        schema.max_properties = Some(MOST_MEMBERS);
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

    fn of(value: Value) -> Metadata {
        Metadata::parse_from_json(Some(value)).unwrap()
    }

    #[test]
    fn small_objects_come_back_as_they_came() {
        let metadata = of(json!({"order": 7, "nested": {"a": [1, null, "\u{0}"]}}));
        assert_eq!(metadata.excess(), None);
        assert_eq!(Metadata::of_text(&metadata.to_text()), metadata);
        assert!(Metadata::parse_from_json(Some(json!([]))).is_err());
        assert!(Metadata::parse_from_json(Some(json!("x"))).is_err());
    }

    #[test]
    fn large_objects_are_told() {
        assert!(of(json!({"a": "x".repeat(5000)})).excess().is_some());
        let many: Map<String, Value> = (0..51).map(|n| (n.to_string(), n.into())).collect();
        assert!(of(Value::Object(many)).excess().is_some());
    }
}
