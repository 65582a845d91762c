//! Idempotency keys in requests (draft-ietf-httpapi-idempotency-key-header-07, section 2).

/// Limit of a key's length, in characters.
const MAX_KEY_LENGTH: usize = 255;

/// A client's name for one attempt: 1 to 255 visible ASCII characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Reads a header's value: a quoted string (RFC 8941 section 3.3.3) or the bare key; `None` for anything else.
    pub(crate) fn from_header(value: &str) -> Option<Self> {
        let value = value.trim_matches([' ', '\t']);
        let key = match value.strip_prefix('"') {
            Some(rest) => unquoted(rest.strip_suffix('"')?)?,
            None => value.to_owned(),
        };
        Self::parse(&key)
    }

    /// Reads the bare key in a body; `None` for anything else.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_visible = text.bytes().all(|byte| byte.is_ascii_graphic());
        (is_visible && (1..=MAX_KEY_LENGTH).contains(&text.len())).then(|| Self(text.to_owned()))
    }

    /// Returns the key.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns the content of a quoted string; only the quote and the backslash are escaped, and must be.
fn unquoted(inside: &str) -> Option<String> {
    let mut letters = inside.chars();
    let mut text = String::with_capacity(inside.len());
    while let Some(letter) = letters.next() {
        match letter {
            '"' => return None,
            '\\' => text.push(letters.next().filter(|next| matches!(next, '"' | '\\'))?),
            plain => text.push(plain),
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_key() {
        let long = "k".repeat(255);
        let quoted = format!("\"{long}\"");
        let rows = [
            (
                "8e03978e-40d5-43dd-bc93-6894a57f9324",
                Some("8e03978e-40d5-43dd-bc93-6894a57f9324"),
            ),
            ("\"8e03978e\"", Some("8e03978e")),
            (" \t\"k\" ", Some("k")),
            ("k", Some("k")),
            ("!~", Some("!~")),
            ("a,b;c=d", Some("a,b;c=d")),
            ("a\"b", Some("a\"b")),
            (r#""a\"b\\""#, Some(r#"a"b\"#)),
            (long.as_str(), Some(long.as_str())),
            (quoted.as_str(), Some(long.as_str())),
            ("", None),
            (" ", None),
            ("\"\"", None),
            ("\"", None),
            ("\"a", None),
            (r#""a\""#, None),
            (r#""a\b""#, None),
            ("\"a\"b\"", None),
            ("\"a\";v=1", None),
            ("a b", None),
            ("\"a b\"", None),
            ("\u{fc}", None),
            ("a\u{7f}", None),
        ];
        for (value, expected) in rows {
            let key = IdempotencyKey::from_header(value);
            assert_eq!(
                key.as_ref().map(IdempotencyKey::as_str),
                expected,
                "{value:?}"
            );
        }
        assert!(IdempotencyKey::from_header(&"k".repeat(256)).is_none());
        assert!(IdempotencyKey::from_header(&format!("\"{}\"", "k".repeat(256))).is_none());
    }
}
