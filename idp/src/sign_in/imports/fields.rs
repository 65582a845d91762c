//! Strict reading of a JSON object: each field has a type, and unknown fields are refused. Messages never contain
//! values, because those may be secrets.

use serde_json::{Map, Value};

use super::imported_user::ImportProblem;

/// Maximum length of a text field, in bytes: a provider's ID token may be that long.
const MAX_LENGTH: usize = 16 * 1024;

/// Fields that are not yet read.
pub(super) struct Fields(pub(super) Map<String, Value>);

impl Fields {
    /// Returns a required, non-empty text.
    pub(super) fn required(&mut self, name: &str) -> Result<String, ImportProblem> {
        self.text(name)?
            .ok_or_else(|| ImportProblem(format!("`{name}` is missing")))
    }

    /// Returns a text; `None` for `null`, an empty text or an absent field.
    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, ImportProblem> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.len() > MAX_LENGTH => Err(ImportProblem(format!(
                "`{name}` is longer than {MAX_LENGTH} bytes"
            ))),
            Some(Value::String(text)) => Ok(Some(text).filter(|text| !text.is_empty())),
            Some(Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                Err(ImportProblem(format!("`{name}` must be a text")))
            }
        }
    }

    /// Returns a text without control characters.
    pub(super) fn printable(&mut self, name: &str) -> Result<Option<String>, ImportProblem> {
        let text = self.text(name)?;
        match &text {
            Some(text) if text.chars().any(char::is_control) => {
                Err(ImportProblem(format!("`{name}` holds control characters")))
            }
            Some(_) | None => Ok(text),
        }
    }

    /// Returns a boolean, or `usual` if the field is absent.
    pub(super) fn boolean(&mut self, name: &str, usual: bool) -> Result<bool, ImportProblem> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(usual),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_)) => {
                Err(ImportProblem(format!("`{name}` must be true or false")))
            }
        }
    }

    /// Returns a non-negative integer.
    pub(super) fn number(&mut self, name: &str) -> Result<Option<i64>, ImportProblem> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match value.as_i64().filter(|number| *number >= 0) {
                Some(number) => Ok(Some(number)),
                None => Err(ImportProblem(format!("`{name}` must be a whole number"))),
            },
        }
    }

    /// Returns a list of objects; it is empty if the field is absent.
    pub(super) fn objects(&mut self, name: &str) -> Result<Vec<Fields>, ImportProblem> {
        let refused = || ImportProblem(format!("`{name}` must be a list of objects"));
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

    /// Refuses remaining fields: an unknown field is a mistake, and ignoring it would lose data.
    pub(super) fn end(self) -> Result<(), ImportProblem> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => {
                let shown: String = name
                    .chars()
                    .filter(|character| character.is_ascii_alphanumeric() || *character == '_')
                    .take(40)
                    .collect();
                Err(ImportProblem(format!("there is no field `{shown}`")))
            }
        }
    }
}
