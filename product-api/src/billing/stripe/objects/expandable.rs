//! References to other objects: their ids, or the whole objects if a call asked for them.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A reference to an object.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Value", bound(deserialize = "T: DeserializeOwned"))]
pub(crate) struct Expandable<T> {
    /// The object's id.
    pub(crate) id: String,
    /// The object, if the call asked for it.
    pub(crate) object: Option<Box<T>>,
}

impl<T: DeserializeOwned> TryFrom<Value> for Expandable<T> {
    type Error = serde_json::Error;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        if let Value::String(id) = value {
            return Ok(Self { id, object: None });
        }
        let reference = Reference::deserialize(&value)?;
        Ok(Self {
            id: reference.id,
            object: Some(Box::new(serde_json::from_value(value)?)),
        })
    }
}

#[derive(Deserialize)]
struct Reference {
    id: String,
}

#[cfg(test)]
mod tests {
    use foundation::text::strict_json;

    use super::*;
    use crate::billing::stripe::StripeProduct;

    #[derive(Deserialize)]
    struct Holder {
        product: Option<Expandable<StripeProduct>>,
    }

    #[test]
    fn reference_is_an_id_or_an_object() {
        let read = |text: &str| {
            let holder: serde_json::Result<Holder> = strict_json::from_slice(text.as_bytes());
            holder.ok().map(|holder| {
                let product = holder.product;
                product.map(|product| (product.id, product.object.is_some()))
            })
        };
        let found = |is_object| Some(Some(("prod_1".to_owned(), is_object)));
        let rows = [
            (r#"{"product": "prod_1"}"#, found(false)),
            (
                r#"{"product": {"id": "prod_1", "object": "product", "new": []}}"#,
                found(true),
            ),
            (r#"{"product": null}"#, Some(None)),
            ("{}", Some(None)),
            (r#"{"product": {}}"#, None),
            (r#"{"product": 5}"#, None),
        ];
        for (text, expected) in rows {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
