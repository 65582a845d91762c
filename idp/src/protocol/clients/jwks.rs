//! A client's public keys, as they are registered (RFC 7517).

use std::fmt;
use std::sync::Arc;

use foundation::jose::KeySet;
use serde_json::Value;

/// Maximum length of a JWK set in bytes of JSON, and maximum number of its keys.
const MAX_LENGTH: usize = 16 * 1024;
const MAX_KEYS: usize = 20;
/// Members that only private and symmetric keys have (RFC 7518 section 6).
const SECRET_MEMBERS: [&str; 8] = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/// Public keys, with the JSON document that contains them.
#[derive(Clone)]
pub(crate) struct Jwks {
    document: Value,
    keys: Arc<KeySet>,
}

impl Jwks {
    /// Parses a JWK set, or returns what is wrong with it, as the end of a sentence that begins with its name.
    pub(crate) fn parse(document: Value) -> Result<Self, &'static str> {
        let listed = document.get("keys").and_then(Value::as_array);
        let Some(listed) = listed.filter(|keys| keys.iter().all(Value::is_object)) else {
            return Err("is no JWK set: an object with the array keys");
        };
        let has_secret = |key: &Value| SECRET_MEMBERS.iter().any(|name| key.get(name).is_some());
        if listed.iter().any(has_secret) {
            return Err(
                "holds a private or a symmetric key; register the public one, and replace this one, \
                        for it is known now",
            );
        }
        if listed.len() > MAX_KEYS || document.to_string().len() > MAX_LENGTH {
            return Err("is longer than 16 KiB or 20 keys");
        }
        let keys = KeySet::from_jwks(&document).unwrap_or_default();
        Ok(Self {
            document,
            keys: Arc::new(keys),
        })
    }

    /// Returns the keys that are supported; others were left out.
    pub(crate) fn keys(&self) -> &KeySet {
        &self.keys
    }

    /// Returns a shared pointer to these keys.
    pub(crate) fn shared(&self) -> Arc<KeySet> {
        Arc::clone(&self.keys)
    }

    /// Returns the JWK set as it was registered.
    pub(crate) fn document(&self) -> &Value {
        &self.document
    }
}

impl PartialEq for Jwks {
    fn eq(&self, other: &Self) -> bool {
        self.document == other.document
    }
}

impl Eq for Jwks {}

impl fmt::Debug for Jwks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Jwks").field(&self.document).finish()
    }
}
