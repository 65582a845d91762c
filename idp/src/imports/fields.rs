//! Reading one JSON object field by field: each has its type, and none is left over. Values are never repeated in what
//! is said about them: they may be secrets.

use serde_json::{Map, Value};

use super::person::Problem;

/// The longest text of one field, in bytes: a provider's ID token may be that long.
const LONGEST: usize = 16 * 1024;

/// The fields that were not read yet.
pub(super) struct Fields(pub(super) Map<String, Value>);

impl Fields {
    /// A text that is there and not empty.
    pub(super) fn needed(&mut self, name: &str) -> Result<String, Problem> {
        self.text(name)?
            .ok_or_else(|| Problem(format!("`{name}` is missing")))
    }

    /// A text; `null`, the empty text and no field are the same.
    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, Problem> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.len() > LONGEST => {
                Err(Problem(format!("`{name}` is longer than {LONGEST} bytes")))
            }
            Some(Value::String(text)) => Ok(Some(text).filter(|text| !text.is_empty())),
            Some(Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                Err(Problem(format!("`{name}` must be a text")))
            }
        }
    }

    /// A text without control marks.
    pub(super) fn plain(&mut self, name: &str) -> Result<Option<String>, Problem> {
        let text = self.text(name)?;
        match &text {
            Some(text) if text.chars().any(char::is_control) => {
                Err(Problem(format!("`{name}` holds control characters")))
            }
            Some(_) | None => Ok(text),
        }
    }

    /// Yes or no; `usual` when it is not there.
    pub(super) fn flag(&mut self, name: &str, usual: bool) -> Result<bool, Problem> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(usual),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_)) => {
                Err(Problem(format!("`{name}` must be true or false")))
            }
        }
    }

    /// A whole number, not negative.
    pub(super) fn number(&mut self, name: &str) -> Result<Option<i64>, Problem> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match value.as_i64().filter(|number| *number >= 0) {
                Some(number) => Ok(Some(number)),
                None => Err(Problem(format!("`{name}` must be a whole number"))),
            },
        }
    }

    /// A list of objects; empty when it is not there.
    pub(super) fn objects(&mut self, name: &str) -> Result<Vec<Fields>, Problem> {
        let refused = || Problem(format!("`{name}` must be a list of objects"));
        let list = match self.0.remove(name) {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(Value::Array(list)) => list,
            Some(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_)) => {
                return Err(refused());
            }
        };
        let fields = list.into_iter().map(|value| match value {
            Value::Object(object) => Ok(Self(object)),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => Err(refused()),
        });
        fields.collect()
    }

    /// Nothing is left: a field that is not known is a mistake rather than something to lose silently.
    pub(super) fn end(self) -> Result<(), Problem> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => {
                let shown: String = name
                    .chars()
                    .filter(|mark| mark.is_ascii_alphanumeric() || *mark == '_')
                    .take(40)
                    .collect();
                Err(Problem(format!("there is no field `{shown}`")))
            }
        }
    }
}
