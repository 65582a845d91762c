//! Maps the idp's refusal of a client to the members of the owner's own request.

use foundation::text::strict_json;
use serde::Deserialize;

use crate::problem::FieldError;

/// The members of a client that the idp refuses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct ClientRefusal {
    errors: Vec<MemberError>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
struct MemberError {
    pointer: String,
    detail: String,
}

impl ClientRefusal {
    /// Reads the body of a refusal; a body that names no member refuses the client as a whole.
    pub(super) fn parse(body: &[u8]) -> Self {
        strict_json::from_slice(body).unwrap_or_default()
    }

    /// Returns the errors of a request that has these members. An error of any other member points at the whole request:
    /// its owner did not send that member now.
    pub(super) fn field_errors(&self, members: &[&str]) -> Vec<FieldError> {
        let errors = self.errors.iter().map(|wrong| {
            let path = wrong.pointer.strip_prefix('/').unwrap_or_default();
            let (member, rest) = match path.split_once('/') {
                Some((member, index)) => (own_name(member), format!("/{index}")),
                None => (own_name(path), String::new()),
            };
            let pointer = if members.contains(&member) {
                format!("/{member}{rest}")
            } else {
                String::new()
            };
            let detail = format!("The identity provider refuses this: {}.", wrong.detail);
            FieldError::body(pointer, detail)
        });
        let errors: Vec<_> = errors.collect();
        if errors.is_empty() {
            let detail = "The identity provider refuses the website's client and does not say why. Ask the operator to look at its log.";
            return vec![FieldError::body("", detail)];
        }
        errors
    }
}

/// Returns the name of a client's member in requests about a website.
fn own_name(member: &str) -> &str {
    match member {
        "client_name" => "name",
        "grant_types" => "device_grant",
        "protected_resources" => "resources",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_member_has_the_pointer_of_the_request() {
        let members = [
            "name",
            "redirect_uris",
            "backchannel_logout_uri",
            "device_grant",
            "resources",
        ];
        let rows = [
            ("/redirect_uris/1", "/redirect_uris/1"),
            ("/backchannel_logout_uri", "/backchannel_logout_uri"),
            ("/client_name", "/name"),
            ("/grant_types", "/device_grant"),
            ("/protected_resources", "/resources"),
            ("/jwks_uri", ""),
            ("", ""),
        ];
        for (pointer, expected) in rows {
            let body =
                format!(r#"{{"status":400,"errors":[{{"pointer":"{pointer}","detail":"x"}}]}}"#);
            let errors = ClientRefusal::parse(body.as_bytes()).field_errors(&members);
            let detail = "The identity provider refuses this: x.";
            assert_eq!(errors, [FieldError::body(expected, detail)], "{pointer}");
        }
        for silent in ["", "{}", r#"{"errors":[]}"#, "<html>"] {
            let errors = ClientRefusal::parse(silent.as_bytes()).field_errors(&members);
            assert_eq!(errors.len(), 1, "{silent}");
        }
    }
}
