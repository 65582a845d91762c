//! Amounts on the wire: documented as integers, and read without rounding or conversion.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::Value;

use crate::credits::ledger::amount::{Amount, LARGEST};
use crate::problem::AMOUNT;

/// A value in the place of an amount. None is an invalid amount, which the ledger refuses with its own problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AmountBody(pub(super) Option<Amount>);

impl Type for AmountBody {
    const IS_REQUIRED: bool = true;

    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "integer_amount".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        let mut schema = MetaSchema::new_with_format("integer", "int64");
        schema.title = Some(AMOUNT.to_owned());
        schema.minimum = Some(1.0);
        // The largest amount is the largest integer that a double represents exactly, so no precision is lost here.
        schema.maximum = LARGEST.to_string().parse().ok();
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

impl ParseFromJSON for AmountBody {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        match value {
            Some(value) => Ok(Self(Amount::from_json(&value))),
            None => Err(ParseError::expected_input()),
        }
    }
}

impl ToJSON for AmountBody {
    fn to_json(&self) -> Option<Value> {
        self.0.map(|amount| amount.get().into())
    }
}
