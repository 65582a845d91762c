//! JSON from outside, without doubt (RFC 8259): an object that names a member twice is refused, because its readers do not
//! agree on which counts, and so is what is nested very deeply.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// How many arrays and objects may stand in one another.
const DEEPEST: usize = 64;
/// The message of the parser for a repeated member.
const TWICE: &str = "a member is there twice";

/// Reads a text whose objects name each of their members once.
pub fn parse(text: &[u8]) -> serde_json::Result<Value> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let value = Strict { left: DEEPEST }.deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// The reason why a text is no object that names each of its members once.
#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    /// The text breaks the grammar, or is nested too deeply.
    #[error("it is not JSON: {0}")]
    NotJson(serde_json::Error),
    /// The text is a list, a text, a number or the like.
    #[error("it is JSON, but not an object")]
    NotObject,
    /// An object has a name twice, here or inside.
    #[error("it has a name twice: {0}")]
    Repeated(serde_json::Error),
}

/// Likewise for a text that has to be an object.
pub fn read_object(text: &[u8]) -> Result<Map<String, Value>, ObjectError> {
    match parse(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_),
        ) => Err(ObjectError::NotObject),
        // Serde has no way to give an error of one's own along.
        Err(error) if error.to_string().starts_with(TWICE) => Err(ObjectError::Repeated(error)),
        Err(error) => Err(ObjectError::NotJson(error)),
    }
}

/// The object of a text, where the reason for none does not matter.
pub fn parse_object(text: &[u8]) -> Option<Map<String, Value>> {
    read_object(text).ok()
}

/// Reads one value, in which so many levels are left.
#[derive(Clone, Copy)]
struct Strict {
    left: usize,
}

impl Strict {
    fn deeper<E: Error>(self) -> Result<Self, E> {
        let left = self.left.checked_sub(1);
        left.map(|left| Self { left })
            .ok_or_else(|| E::custom("it is nested too deeply"))
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
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

    fn visit_f64<E: Error>(self, v: f64) -> Result<Value, E> {
        let number = Number::from_f64(v);
        number
            .map(Value::Number)
            .ok_or_else(|| E::custom("no number"))
    }

    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_string<E>(self, v: String) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut list = Vec::new();
        while let Some(item) = seq.next_element_seed(inner)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut object = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            let value = map.next_value_seed(inner)?;
            if object.insert(name, value).is_some() {
                return Err(A::Error::custom(TWICE));
            }
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn reason(text: &str) -> String {
        parse(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn j4_whatever_is_read_is_what_others_read() {
        for text in [
            "null",
            "[]",
            "{\"a\": [1, -1, 1.5, 18446744073709551615, true, null, \"x\\u00e9\\n\"], \"b\": {\"a\": {}}}",
            "1e3",
            "\"\\ud83d\\ude00\"",
        ] {
            let usual: Value = serde_json::from_str(text).unwrap();
            assert_eq!(parse(text.as_bytes()).unwrap(), usual, "{text}");
        }
        let none = [
            "",
            "{",
            "[1,]",
            "{\"a\": 1} x",
            "nonsense",
            "1e999",
            "<html>",
            "\u{1f}\u{8b}",
        ];
        for text in none {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn j4_nothing_stands_twice() {
        for text in [
            "{\"amount\": 5, \"amount\": 500}",
            "{\"a\": {\"b\": 1, \"c\": 2, \"b\": 1}}",
            "[{\"a\": 1, \"\\u0061\": 2}]",
        ] {
            assert!(reason(text).contains("twice"), "{text}: {}", reason(text));
        }
    }

    #[test]
    fn text_that_is_no_object_has_one_of_three_reasons() {
        let rows = [
            ("{", "it is not JSON: "),
            ("{'a': 1}", "it is not JSON: "),
            ("{\"a\": 1} {}", "it is not JSON: "),
            ("", "it is not JSON: "),
            ("[1]", "it is JSON, but not an object"),
            ("\"a\"", "it is JSON, but not an object"),
            ("null", "it is JSON, but not an object"),
            ("{\"a\": 1, \"a\": 1}", "it has a name twice: "),
            ("[{\"a\": 1, \"a\": 1}]", "it has a name twice: "),
        ];
        for (text, expected) in rows {
            let error = read_object(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn j4_nothing_is_deeper_than_it_may_be() {
        let nested = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
        assert!(parse(nested(DEEPEST).as_bytes()).is_ok());
        for levels in [DEEPEST + 1, 100_000] {
            assert!(reason(&nested(levels)).contains("deeply"), "{levels}");
        }
        let objects = format!(
            "{}1{}",
            "{\"a\": ".repeat(DEEPEST + 1),
            "}".repeat(DEEPEST + 1)
        );
        assert!(reason(&objects).contains("deeply"));
    }

    /// The place of a key in a table of 4,096 that hashes without a secret (FNV-1a).
    fn place(key: &str) -> u64 {
        let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        key.bytes().fold(0xcbf2_9ce4_8422_2325, mix) % 4_096
    }

    /// 4,096 keys of one place: the place of a key's beginning and what follows decide, so that of each twelve
    /// parts there are two that lead from one place to one place.
    fn colliding_keys() -> Vec<String> {
        let mut keys = vec![String::new()];
        for _part in 0..12 {
            let mut seen = BTreeMap::new();
            let (left, right) = (0..)
                .find_map(|n: u32| {
                    let part = format!("{n:04x}");
                    let place = place(&format!("{}{part}", keys[0]));
                    Some((seen.insert(place, part.clone())?, part))
                })
                .unwrap();
            let both = |key: &String| [format!("{key}{left}"), format!("{key}{right}")];
            keys = keys.iter().flat_map(both).collect();
        }
        keys
    }

    /// Keys that were chosen to meet in one place of a table find no table.
    #[test]
    fn j8_objects_are_trees() {
        let colliding = colliding_keys();
        let places: BTreeSet<u64> = colliding.iter().map(|key| place(key)).collect();
        assert_eq!(
            places.len(),
            1,
            "the control: a table that hashes without a secret"
        );
        let members: Vec<String> = colliding
            .iter()
            .map(|key| format!("\"{key}\": 1"))
            .collect();
        let read = parse_object(format!("{{{}}}", members.join(",")).as_bytes()).unwrap();
        assert_eq!(read.len(), colliding.len());
        assert!(
            read.keys().is_sorted(),
            "a tree is in order, a table is not"
        );
    }

    #[test]
    fn an_object_is_nothing_else() {
        assert_eq!(
            parse_object(b"{\"a\": 1}").unwrap().get("a"),
            Some(&Value::from(1))
        );
        for text in ["null", "true", "1", "\"a\"", "[{}]", "{\"a\": 1, \"a\": 1}"] {
            assert_eq!(parse_object(text.as_bytes()), None, "{text}");
        }
    }
}
