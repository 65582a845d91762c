//! Fields of a query or a body, in the supported formats.

use foundation::http::encoded;
use foundation::text::strict_json;
use serde_json::Value;
use url::form_urlencoded;

/// Fields in the order of the request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fields(Vec<(String, String)>);

/// Error of a malformed body: a form has to be UTF-8, and JSON has to name each member once. NUL is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MalformedBody;

impl Fields {
    /// Parses a query string or a form.
    pub(super) fn from_form(bytes: &[u8]) -> Self {
        Self(form_urlencoded::parse(bytes).into_owned().collect())
    }

    /// Parses a JSON or form body. A body of another type has no fields, so it fails where a token is needed.
    pub(super) fn from_body(content_type: &str, bytes: &[u8]) -> Result<Self, MalformedBody> {
        let kind = content_type.split(';').next().unwrap_or_default().trim();
        if kind.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            encoded::is_text(bytes)
                .then(|| Self::from_form(bytes))
                .ok_or(MalformedBody)
        } else if kind.eq_ignore_ascii_case("application/json") && !bytes.is_empty() {
            Self::from_json(bytes)
        } else {
            Ok(Self::default())
        }
    }

    /// Parses the text members of a JSON object. Ignores values of other types, so that no number or boolean is taken
    /// for a text.
    fn from_json(bytes: &[u8]) -> Result<Self, MalformedBody> {
        let Ok(value) = strict_json::parse(bytes) else {
            return Err(MalformedBody);
        };
        let Value::Object(object) = value else {
            return Ok(Self::default());
        };
        let fields: Vec<(String, String)> = object
            .into_iter()
            .filter_map(|(name, value)| match value {
                Value::String(text) => Some((name, text)),
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::Array(_)
                | Value::Object(_) => None,
            })
            .collect();
        if fields.iter().any(|(_, text)| text.contains('\0')) {
            return Err(MalformedBody);
        }
        Ok(Self(fields))
    }

    /// Returns whether a field occurs more than once.
    pub(super) fn repeats(&self, name: &str) -> bool {
        self.0.iter().filter(|(key, _)| key == name).count() > 1
    }

    /// Returns the value of a field that occurs once and is not empty; a repeated field has no value.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let mut values = self.0.iter().filter(|(key, _)| key == name);
        let (_, value) = values.next()?;
        (values.next().is_none() && !value.is_empty()).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // row: requests-4
    #[test]
    fn kinds_of_bodies() {
        let form = "application/x-www-form-urlencoded; charset=utf-8";
        let json = "application/json";
        let rows = [
            (form, "a=x&b=", Some("x")),
            (form, "a=%78", Some("x")),
            (form, "a=1&a=2", None),
            (form, "a=", None),
            (form, "", None),
            (json, r#"{"a":"x"}"#, Some("x")),
            ("Application/JSON;charset=utf-8", r#"{"a":"x"}"#, Some("x")),
            (json, r#"{"a":true}"#, None),
            (json, r#"{"a":["x"]}"#, None),
            (json, r#"{"a":5}"#, None),
            (json, r#"{"a":1.5,"b":"x"}"#, None),
            (json, "null", None),
            (json, "[]", None),
            (json, "", None),
            ("text/plain", "a=x", None),
            ("multipart/form-data; boundary=b", "a=x", None),
            ("", "a=x", None),
        ];
        for (kind, body, expected) in rows {
            let fields = Fields::from_body(kind, body.as_bytes()).unwrap();
            assert_eq!(fields.get("a"), expected, "{kind} {body}");
        }
        for body in ["a=%FF", "a=x&b=%C3", "a=%00", "%ED%A0%80=1"] {
            assert_eq!(
                Fields::from_body(form, body.as_bytes()),
                Err(MalformedBody),
                "{body}"
            );
        }
        let deep = "[".repeat(100_000);
        let twice = r#"{"a":"x","b":{},"a":"x"}"#;
        let nul = r#"{"a":"x\u0000"}"#;
        for body in ["{", "a=x", "\u{feff}{}", deep.as_str(), twice, nul] {
            assert_eq!(Fields::from_body(json, body.as_bytes()), Err(MalformedBody));
        }
    }
}
