//! JSON from outside, read strictly: no name twice in an object, and not too deep.

use std::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// The deepest nesting that is read.
const DEEPEST: usize = 16;

/// An object; `None` for anything else, and for what two readers could take for two things.
pub(crate) fn object(bytes: &[u8]) -> Option<Map<String, Value>> {
    match value(bytes)? {
        Value::Object(object) => Some(object),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            None
        }
    }
}

/// Any value, as strictly.
pub(super) fn value(bytes: &[u8]) -> Option<Value> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = Strict { left: DEEPEST }.deserialize(&mut reader).ok()?;
    reader.end().ok()?;
    Some(value)
}

#[derive(Clone, Copy)]
struct Strict {
    left: usize,
}

impl Strict {
    fn deeper<E: Error>(self) -> Result<Self, E> {
        let left = self.left.checked_sub(1);
        left.map(|left| Self { left })
            .ok_or_else(|| E::custom("too deep"))
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, v: bool) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_u64<E>(self, v: u64) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_f64<E>(self, v: f64) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut array = Vec::new();
        while let Some(item) = seq.next_element_seed(inner)? {
            array.push(item);
        }
        Ok(array.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut object = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            let value = map.next_value_seed(inner)?;
            if object.insert(name, value).is_some() {
                return Err(A::Error::custom("a name twice"));
            }
        }
        Ok(object.into())
    }
}
