//! Fingerprints of requests, so that a key never means two different requests.

use foundation::secret::digest;
use serde_json::{Value, json};

use super::canonical::canonical;

/// SHA-256 over method, route, path parameters and canonical body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint(String);

impl Fingerprint {
    /// Returns the fingerprint of a request. `route` is the template, as in `/v1/holds/{id}/capture`; `parameters` are the path
    /// parameters' values. The order of members, white space and headers do not count.
    pub(crate) fn new(method: &str, route: &str, parameters: &[&str], body: &Value) -> Self {
        let request = json!([method, route, parameters, body]);
        Self(digest("idempotent request", &canonical(&request)))
    }

    /// Returns the fingerprint as it is stored.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_counts() {
        let body = json!({"amount": 5});
        let base = Fingerprint::new("POST", "/v1/spends", &[], &body);
        assert_eq!(
            base,
            Fingerprint::new("POST", "/v1/spends", &[], &body.clone())
        );
        let others = [
            Fingerprint::new("PUT", "/v1/spends", &[], &body),
            Fingerprint::new("POST", "/v1/grants", &[], &body),
            Fingerprint::new("POST", "/v1/spends", &["a"], &body),
            Fingerprint::new("POST", "/v1/spends", &[], &json!({"amount": 6})),
            Fingerprint::new("POST", "/v1/spends", &[], &json!({"amount": 5, "x": null})),
        ];
        for other in others {
            assert_ne!(base, other);
        }
    }
}
