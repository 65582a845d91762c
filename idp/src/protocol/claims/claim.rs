//! The `claims` parameter (OpenID Connect Core section 5.5), limited in size and reduced to supported claims.

use std::collections::BTreeSet;

use foundation::text::strict_json;
use serde_json::{Map, Value, json};

/// Maximum length of the parameter, in bytes.
const MAX_LENGTH: usize = 8 * 1024;
/// Maximum nesting depth.
const MAX_DEPTH: usize = 5;

/// Supported claims about a user, each with the scope that includes it (section 5.4).
pub(crate) const PERSONAL: [(&str, &str); 10] = [
    ("email", "email"),
    ("email_verified", "email"),
    ("family_name", "profile"),
    ("given_name", "profile"),
    ("locale", "profile"),
    ("name", "profile"),
    ("picture", "profile"),
    ("preferred_username", "profile"),
    ("updated_at", "profile"),
    ("zoneinfo", "profile"),
];

/// Claims that a client requests individually. Unsupported claims are ignored (section 5.5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClaimsRequest {
    userinfo: BTreeSet<&'static str>,
    id_token: BTreeSet<&'static str>,
    subject: Option<String>,
    acr: Option<AcrRequest>,
}

/// Requested authentication context (section 5.5.1.1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AcrRequest {
    /// Acceptable values, the preferred first; an empty list accepts any.
    pub(crate) values: Vec<String>,
    /// True if the client requires one of the values.
    pub(crate) is_essential: bool,
}

impl ClaimsRequest {
    /// Parses the parameter; `None` if it is too long, too deep, malformed, or repeats a member.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if text.len() > MAX_LENGTH {
            return None;
        }
        let parsed = strict_json::parse(text.as_bytes()).ok()?;
        let whole = parsed.as_object().filter(|_| depth(&parsed) <= MAX_DEPTH)?;
        let (userinfo, id_token) = (part(whole, "userinfo")?, part(whole, "id_token")?);
        Some(Self {
            userinfo: known(&userinfo),
            id_token: known(&id_token),
            subject: id_token
                .get("sub")
                .and_then(|request| request.get("value")?.as_str())
                .map(ToOwned::to_owned),
            acr: id_token.get("acr").map(acr),
        })
    }

    /// Parses the value stored with a grant; without one, nothing is requested.
    pub(crate) fn from_stored(stored: Option<&str>) -> Self {
        stored.and_then(Self::parse).unwrap_or_default()
    }

    /// Returns the value to store with a grant: the requested claims about the user.
    pub(crate) fn to_stored(&self) -> Option<String> {
        let members = |names: &BTreeSet<&'static str>| {
            let members = names.iter().map(|name| ((*name).to_owned(), Value::Null));
            Value::Object(members.collect())
        };
        let is_empty = self.userinfo.is_empty() && self.id_token.is_empty();
        (!is_empty).then(|| {
            json!({ "id_token": members(&self.id_token), "userinfo": members(&self.userinfo) })
                .to_string()
        })
    }

    /// Returns true if a claim is requested from userinfo.
    pub(crate) fn is_for_userinfo(&self, name: &str) -> bool {
        self.userinfo.contains(name)
    }

    /// Returns true if a claim is requested in ID tokens.
    pub(crate) fn is_for_id_token(&self, name: &str) -> bool {
        self.id_token.contains(name)
    }

    /// Returns the scopes that include the requested claims, because a user consents to claims by their scopes.
    pub(crate) fn scopes(&self) -> impl Iterator<Item = &'static str> {
        let requested = |name: &str| self.userinfo.contains(name) || self.id_token.contains(name);
        let opened = PERSONAL.iter().filter(move |(name, _)| requested(name));
        opened.map(|(_, scope)| *scope)
    }

    /// Returns the required user (`sub`).
    pub(crate) fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }

    /// Returns the requested authentication context.
    pub(crate) fn acr(&self) -> Option<&AcrRequest> {
        self.acr.as_ref()
    }
}

/// Returns a member's claims: each has `null` or an object with details.
fn part(whole: &Map<String, Value>, member: &str) -> Option<Map<String, Value>> {
    match whole.get(member) {
        None | Some(Value::Null) => Some(Map::new()),
        Some(Value::Object(claims)) => claims
            .values()
            .all(|request| request.is_null() || request.is_object())
            .then(|| claims.clone()),
        Some(_) => None,
    }
}

fn known(claims: &Map<String, Value>) -> BTreeSet<&'static str> {
    let names = PERSONAL.iter().map(|(name, _)| *name);
    names.filter(|name| claims.contains_key(*name)).collect()
}

fn acr(request: &Value) -> AcrRequest {
    let one = request.get("value").into_iter();
    let several = request.get("values").and_then(Value::as_array);
    let all = one.chain(several.into_iter().flatten());
    AcrRequest {
        values: all
            .filter_map(Value::as_str)
            .map(ToOwned::to_owned)
            .collect(),
        is_essential: request.get("essential").and_then(Value::as_bool) == Some(true),
    }
}

/// Returns a value's nesting depth; the parser itself stops at 128.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn supported_claims_are_stored() {
        let text = r#"{"userinfo":{"name":{"essential":true},"nickname":null,"email":null},
            "id_token":{"email_verified":null,"sub":{"value":"usr_1"},"auth_time":{"essential":true},
            "acr":{"essential":true,"values":["phr","1"]}},"other":7}"#;
        let request = ClaimsRequest::parse(text).unwrap();
        assert!(request.is_for_userinfo("name") && request.is_for_userinfo("email"));
        assert!(!request.is_for_userinfo("nickname") && !request.is_for_id_token("name"));
        assert!(request.is_for_id_token("email_verified"));
        assert_eq!(request.subject(), Some("usr_1"));
        let expected = AcrRequest {
            values: vec!["phr".to_owned(), "1".to_owned()],
            is_essential: true,
        };
        assert_eq!(request.acr(), Some(&expected));
        assert_eq!(
            request.scopes().collect::<Vec<_>>(),
            ["email", "email", "profile"]
        );
        let stored = request.to_stored().unwrap();
        let again = ClaimsRequest::from_stored(Some(&stored));
        assert!(again.is_for_userinfo("name") && again.is_for_id_token("email_verified"));
        assert_eq!((again.subject(), again.acr()), (None, None));
        for nothing in ["{}", r#"{"userinfo":null}"#, r#"{"id_token":{"x":null}}"#] {
            let request = ClaimsRequest::parse(nothing).unwrap();
            assert_eq!(request.to_stored(), None, "{nothing}");
        }
        assert_eq!(
            ClaimsRequest::from_stored(Some("x")),
            ClaimsRequest::from_stored(None)
        );
    }

    // row: A21
    #[test]
    fn malformed_claim_is_none() {
        let deep = |depth: usize| {
            let (open, close) = ("[".repeat(depth), "]".repeat(depth));
            format!(r#"{{"userinfo":{{"name":{{"values":{open}{close}}}}}}}"#)
        };
        assert!(ClaimsRequest::parse(&deep(2)).is_some(), "the control");
        let long = |length: usize| format!(r#"{{"x":"{}"}}"#, "x".repeat(length));
        assert!(ClaimsRequest::parse(&long(MAX_LENGTH - 8)).is_some());
        for bad in [
            deep(3),
            deep(1000),
            long(MAX_LENGTH - 7),
            String::new(),
            "x".to_owned(),
            "[]".to_owned(),
            "null".to_owned(),
            r#"{"userinfo":[]}"#.to_owned(),
            r#"{"userinfo":{"name":true}}"#.to_owned(),
            r#"{"id_token":"name"}"#.to_owned(),
            r#"{"userinfo":{}"#.to_owned(),
            r#"{"userinfo":{},"userinfo":{"email":null}}"#.to_owned(),
            r#"{"id_token":{"sub":{"value":"a","value":"b"}}}"#.to_owned(),
        ] {
            assert_eq!(ClaimsRequest::parse(&bad), None, "{bad:.60}");
        }
    }
}
