//! Readers of a request's parameters.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::decode::decode_tree;
use super::known::{bracketed, refuse_unknown};
use crate::error::StripeError;
use crate::state::Members;

/// Maximum number of metadata members, and maximum lengths of their names and values.
const MAX_METADATA: usize = 50;
const MAX_METADATA_NAME: usize = 40;
const MAX_METADATA_VALUE: usize = 500;

/// The parameters of a request; paths have points where requests have brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameters(Value);

impl Parameters {
    /// Decodes a form or a query.
    pub(crate) fn decode(text: &str) -> Result<Self, StripeError> {
        decode_tree(text).map(Self)
    }

    /// Refuses parameters that no pattern matches.
    pub(crate) fn refuse_unknown(&self, patterns: &[&str]) -> Result<(), StripeError> {
        refuse_unknown(&self.0, patterns)
    }

    /// Returns a canonical text, by which two requests are compared.
    pub(crate) fn canonical(&self) -> String {
        sorted(&self.0).to_string()
    }

    /// Returns a text as it was sent, the empty one included.
    pub(crate) fn sent(&self, path: &str) -> Option<&str> {
        self.find(path)?.as_str()
    }

    /// Returns a text that is not empty.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.sent(path).filter(|text| !text.is_empty())
    }

    /// Returns a text as a value; null if it is missing or empty.
    pub(crate) fn value(&self, path: &str) -> Value {
        self.text(path).map_or(Value::Null, Value::from)
    }

    /// Returns a text; refuses the request without it.
    pub(crate) fn required(&self, path: &str) -> Result<&str, StripeError> {
        self.text(path)
            .ok_or_else(|| StripeError::parameter_missing(&name(path)))
    }

    /// Returns true if a parameter or one below it was sent.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.find(path).is_some()
    }

    /// Returns a whole number.
    pub(crate) fn integer(&self, path: &str) -> Result<Option<i64>, StripeError> {
        let Some(text) = self.text(path) else {
            return Ok(None);
        };
        let number = text.parse().map_err(|_error| {
            let message = format!("Invalid integer: {text}");
            StripeError::parameter(&name(path), "parameter_invalid_integer", message)
        });
        number.map(Some)
    }

    /// Returns `true` or `false`.
    pub(crate) fn boolean(&self, path: &str) -> Result<Option<bool>, StripeError> {
        match self.text(path) {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(other) => {
                let message = format!("Invalid boolean: {other}");
                let error = StripeError::early(400, message);
                Err(error.about(&name(path)))
            }
        }
    }

    /// Returns one of some words.
    pub(crate) fn choice<'p>(
        &'p self,
        path: &str,
        words: &[&str],
    ) -> Result<Option<&'p str>, StripeError> {
        match self.text(path) {
            Some(word) if !words.contains(&word) => {
                let name = name(path);
                let message = format!("Invalid {name}: must be one of {}", words.join(", "));
                Err(StripeError::early(400, message).about(&name))
            }
            found => Ok(found),
        }
    }

    /// Returns the texts of a list; one text without brackets is refused.
    pub(crate) fn texts(&self, path: &str) -> Result<Vec<&str>, StripeError> {
        match self.find(path) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) => Ok(items.iter().filter_map(Value::as_str).collect()),
            Some(Value::String(text)) if text.is_empty() => Ok(Vec::new()),
            Some(_) => Err(StripeError::early(400, "Invalid array").about(&name(path))),
        }
    }

    /// Returns the number of items of a list.
    pub(crate) fn length(&self, path: &str) -> usize {
        self.find(path)
            .and_then(Value::as_array)
            .map_or(0, Vec::len)
    }

    /// Returns metadata after a change: names with an empty value are removed, an empty text clears all.
    pub(crate) fn metadata(&self, path: &str, before: &Value) -> Result<Value, StripeError> {
        let mut metadata = before.as_object().cloned().unwrap_or_default();
        match self.find(path) {
            None => return Ok(Value::Object(metadata)),
            Some(Value::Object(sent)) => {
                for (name, value) in sent {
                    match value.as_str().unwrap_or_default() {
                        "" => metadata.remove(name),
                        text => metadata.insert(name.clone(), text.into()),
                    };
                }
            }
            Some(_) => metadata = Map::new(),
        }
        let is_long = |member: (&String, &Value)| {
            member.0.chars().count() > MAX_METADATA_NAME
                || member.1.as_str().unwrap_or_default().chars().count() > MAX_METADATA_VALUE
        };
        if metadata.len() > MAX_METADATA || metadata.iter().any(is_long) {
            let message = "Metadata takes 50 names of 40 characters with values of 500 characters.";
            return Err(StripeError::early(400, message).about(&name(path)));
        }
        Ok(Value::Object(metadata))
    }

    /// Returns the parameters below a path as they were sent; null if there are none.
    pub(crate) fn group(&self, path: &str) -> &Value {
        self.0.member(path)
    }

    fn find(&self, path: &str) -> Option<&Value> {
        path.split('.')
            .try_fold(&self.0, |value, name| match value {
                Value::Array(items) => items.get(name.parse::<usize>().ok()?),
                Value::Object(members) => members.get(name),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
            })
    }
}

/// Returns a value with the members of its objects in alphabetical order.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members: BTreeMap<&String, Value> = members
                .iter()
                .map(|(name, member)| (name, sorted(member)))
                .collect();
            let members = members.into_iter();
            Value::Object(
                members
                    .map(|(name, member)| (name.clone(), member))
                    .collect(),
            )
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

/// Writes a path as requests have it.
fn name(path: &str) -> String {
    bracketed(path.split('.'))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_read_by_type() {
        let read = Parameters::decode("n=5&b=true&x=q&e=&l[]=a&i[0][p]=z").unwrap();
        assert_eq!(read.integer("n").unwrap(), Some(5));
        assert_eq!(read.boolean("b").unwrap(), Some(true));
        assert_eq!(read.texts("l").unwrap(), ["a"]);
        assert_eq!(read.text("i.0.p"), Some("z"));
        let nested = Parameters::decode("p[0][i][0]=a&p[0][i][1]=b").unwrap();
        assert_eq!((nested.length("p.0.i"), nested.length("p.1.i")), (2, 0));
        assert_eq!((read.text("e"), read.sent("e")), (None, Some("")));
        assert!(read.integer("x").is_err() && read.boolean("x").is_err());
        assert!(read.texts("x").is_err() && read.choice("x", &["a"]).is_err());
        let missing = read.required("a.b").unwrap_err().to_json();
        assert_eq!(missing["error"]["param"], "a[b]");
        assert_eq!(missing["error"]["code"], "parameter_missing");
    }

    #[test]
    fn metadata_is_merged() {
        let before = json!({"a": "1", "b": "2"});
        let rows = [
            ("", json!({"a": "1", "b": "2"})),
            ("m[a]=&m[c]=3", json!({"b": "2", "c": "3"})),
            ("m=", json!({})),
        ];
        for (text, expected) in rows {
            let read = Parameters::decode(text).unwrap();
            assert_eq!(read.metadata("m", &before).unwrap(), expected, "{text}");
        }
        let long = format!("m[{}]=1", "n".repeat(41));
        let read = Parameters::decode(&long).unwrap();
        assert!(read.metadata("m", &before).is_err());
    }
}
