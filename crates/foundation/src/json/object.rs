//! Texts that have to be one object, with the reason why one is not.

use serde_json::{Map, Value};

use super::reader::{TWICE, parse};

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

/// Reads a text that has to be an object.
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

/// Reads a text that has to be an object, where the reason for none does not matter.
pub fn parse_object(text: &[u8]) -> Option<Map<String, Value>> {
    read_object(text).ok()
}
