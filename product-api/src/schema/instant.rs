//! Timestamps on the wire: ISO 8601 with milliseconds and `Z`.

use std::borrow::Cow;

use foundation::Timestamp;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::Value;

/// A timestamp, as ISO 8601.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instant(pub(crate) Timestamp);

impl Type for Instant {
    const IS_REQUIRED: bool = true;

    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "string_date-time".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        let schema = MetaSchema::new_with_format("string", "date-time");
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

impl ParseFromJSON for Instant {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        value
            .as_ref()
            .and_then(Value::as_str)
            .and_then(Timestamp::from_iso8601)
            .map(Self)
            .ok_or_else(|| ParseError::custom("no instant such as 2027-01-31T12:00:00Z"))
    }
}

impl ToJSON for Instant {
    fn to_json(&self) -> Option<Value> {
        Some(self.0.to_iso8601().into())
    }
}
