//! The request of `POST /v1/check`.

use poem_openapi::Object;
use poem_openapi::types::Example;
use serde::Deserialize;

use super::amount::AmountBody;
use crate::credits::amount::Amount;
use crate::customers::{CustomerRefBody, PlainCustomerRef};
use crate::problem::{Plain, is_plain, plain_object};

/// A spend to check.
#[derive(Debug, Object)]
#[oai(
    rename = "CheckRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct CheckBody {
    /// The customer; a check never creates one.
    pub(super) customer: CustomerRefBody,
    /// The amount; or use `feature` and `quantity` instead.
    pub(super) amount: Option<AmountBody>,
    /// The code of the feature.
    #[oai(validator(min_length = 1, max_length = 64))]
    pub(super) feature: Option<String>,
    /// The quantity of the feature, instead of `amount`.
    pub(super) quantity: Option<AmountBody>,
}

impl Example for CheckBody {
    fn example() -> Self {
        Self {
            customer: CustomerRefBody::example(),
            amount: None,
            feature: Some("image.large".to_owned()),
            quantity: Some(AmountBody(Amount::new(20))),
        }
    }
}

/// The body on the fast path.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainCheck<'t> {
    #[serde(borrow)]
    customer: PlainCustomerRef<'t>,
    amount: Option<i64>,
    feature: Option<&'t str>,
    quantity: Option<i64>,
}

impl Plain for CheckBody {
    fn of_plain(text: &[u8]) -> Option<Self> {
        let plain: PlainCheck<'_> = plain_object(text)?;
        let amount = |number| AmountBody(Amount::new(number));
        let body = Self {
            customer: plain.customer.body()?,
            amount: plain.amount.map(amount),
            feature: plain.feature.map(str::to_owned),
            quantity: plain.quantity.map(amount),
        };
        plain.feature.is_none_or(is_plain).then_some(body)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::problem::Body;

    /// Reads a body on the slow path; none if it is rejected.
    fn checked(text: &str) -> Option<String> {
        let body = Body::<CheckBody>::of_text(text.as_bytes()).ok()?;
        Some(format!("{:?}", body.0))
    }

    fn plain(text: &str) -> Option<String> {
        CheckBody::of_plain(text.as_bytes()).map(|body| format!("{body:?}"))
    }

    #[test]
    fn what_is_plain_is_read_at_once() {
        let rows = [
            r#"{"customer":{"external_id":"user-42"},"amount":5}"#,
            r#" { "customer": {"id": "cus_1"}, "amount": 5, "feature": "image.large" } "#,
            r#"{"quantity":3,"feature":"sms","customer":{"email":"Ada@Example.test","sub":null}}"#,
            r#"{"customer":{"sub":"abc"},"amount":0,"quantity":-9007199254740993}"#,
            r#"{"customer":{}}"#,
        ];
        for text in rows {
            assert!(plain(text).is_some(), "{text}");
            assert_eq!(plain(text), checked(text), "{text}");
        }
    }

    #[test]
    fn what_is_not_plain_is_looked_at() {
        let rows = [
            r#"[{"id":"cus_1"},5,null,null]"#,
            r#"{"customer":["cus_1",null,null,null],"amount":5}"#,
            r#"{"customer":{"id":"cus_1"},"amount":5,"amount":5}"#,
            r#"{"customer":{"id":"cus_1","id":"cus_1"},"amount":5}"#,
            r#"{"customer":{"id":"cus_1"},"amount":5,"credits":5}"#,
            r#"{"customer":{"id":"cus_1","name":"Ada"},"amount":5}"#,
            r#"{"customer":{"id":"cus_1"},"amount":"5"}"#,
            r#"{"customer":{"id":"cus_1"},"amount":5.0}"#,
            r#"{"customer":{"id":"cus_1"},"amount":9223372036854775808}"#,
            r#"{"customer":{"id":"cus_1"},"amount":5} {}"#,
            r#"{"customer":{"id":"c"},"amount":5}"#,
            r#"{"customer":{"id":"cus_é"},"amount":5}"#,
            r#"{"customer":{"id":"cus_\u0031"},"amount":5}"#,
            r#"{"customer":{"id":"cus_1"},"amount":5,"feature":""}"#,
            r#"{"customer":null,"amount":5}"#,
            r#"{"amount":5}"#,
            "null",
            "",
        ];
        for text in rows {
            assert_eq!(plain(text), None, "{text}");
        }
        for (member, length) in [("id", 65), ("external_id", 65), ("email", 2), ("sub", 65)] {
            let text = format!(r#"{{"customer":{{"{member}":"{}"}}}}"#, "a".repeat(length));
            assert_eq!(plain(&text), None, "{text}");
        }
    }

    /// Generates texts near the bounds of a schema, other JSON values, and invalid JSON.
    fn value() -> impl Strategy<Value = String> {
        prop_oneof![
            6 => "\"[a-zé]{0,3}\"|\"[a-z]{62,66}\"|\"[ -~\\\\]{0,4}\"",
            2 => "-?[0-9]{1,20}",
            1 => "null|true|[0-9](\\.0|e1)|\\[[0-9]?\\]|\\{\\}",
        ]
    }

    fn object(names: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
        let member = (prop::sample::select(names), value());
        prop::collection::vec(member, 0..=most).prop_map(|members| {
            let members = members
                .iter()
                .map(|(name, value)| format!("\"{name}\":{value}"));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        })
    }

    /// Generates a customer, usually with one name.
    fn customer() -> impl Strategy<Value = String> {
        prop_oneof![
            4 => object(&["id", "external_id", "email", "sub"], 1),
            1 => object(&["id", "external_id", "email", "sub", "name"], 3),
            1 => value(),
        ]
    }

    /// Generates the other members, usually one documented member.
    fn rest() -> impl Strategy<Value = String> {
        prop_oneof![
            4 => object(&["amount", "feature", "quantity"], 1),
            1 => object(&["amount", "feature", "quantity", "customer", "credits"], 3),
        ]
    }

    proptest! {
        #[test]
        fn what_is_read_at_once_is_what_is_read_without_haste(
            customer in customer(),
            rest in rest(),
        ) {
            let text = format!("{{\"customer\":{customer},{}", rest.split_at(1).1).replace(",}", "}");
            if let Some(plain) = plain(&text) {
                prop_assert_eq!(Some(plain), checked(&text), "{}", text);
            }
        }
    }
}
