//! Texts that must be one object, with the reason for a refusal.

use serde_json::{Map, Value};

use super::reader::{REPEATED_MEMBER, parse};

/// Reason why a text is not an object without repeated members.
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

/// Reads a text that must be an object.
pub fn read_object(text: &[u8]) -> Result<Map<String, Value>, ObjectError> {
    match parse(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_),
        ) => Err(ObjectError::NotObject),
        // Serde has no custom error types, so the message identifies the error.
        Err(error) if error.to_string().starts_with(REPEATED_MEMBER) => {
            Err(ObjectError::Repeated(error))
        }
        Err(error) => Err(ObjectError::NotJson(error)),
    }
}

/// Reads a text that must be an object; `None` for every error.
pub fn parse_object(text: &[u8]) -> Option<Map<String, Value>> {
    read_object(text).ok()
}
