//! Parameters in a request object.

use foundation::jose::{Claims, KeySet};
use serde_json::Value;

use crate::http::parameters::Parameters;

/// Claims of the JWT that are not parameters (RFC 7519 section 4.1).
const REGISTERED: [&str; 6] = ["iss", "aud", "exp", "nbf", "iat", "jti"];
/// Parameters that determine the form and target of an error response.
const ERROR_RESPONSE_PARAMETERS: [&str; 3] = ["redirect_uri", "response_mode", "state"];

/// Reads the parameters of a verified object (RFC 9101 section 4); `None` if one of them has an invalid type.
pub(super) fn parameters_of(claims: &Claims) -> Option<Parameters> {
    let mut pairs = Vec::new();
    for (name, value) in claims.members() {
        if !REGISTERED.contains(&name.as_str()) {
            pairs.extend(
                values_of(name, value)?
                    .into_iter()
                    .map(|one| (name.clone(), one)),
            );
        }
    }
    let parameters = Parameters::from_pairs(pairs);
    (!parameters.is_malformed()).then_some(parameters)
}

/// Returns the values of a parameter; numbers such as `max_age` and the object `claims` are written as in a query.
fn values_of(name: &str, value: &Value) -> Option<Vec<String>> {
    match value {
        // Refuses nested objects, which would have to be opened in turn (RFC 9101 section 4).
        _ if name == "request" || name == "request_uri" => None,
        Value::String(text) => Some(vec![text.clone()]),
        Value::Number(number) if number.is_u64() => Some(vec![number.to_string()]),
        Value::Object(_) if name == "claims" => Some(vec![value.to_string()]),
        Value::Array(all) if name == "resource" => all
            .iter()
            .map(|one| one.as_str().map(ToOwned::to_owned))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            None
        }
    }
}

/// Replaces the parameters of an error response with those of a refused object.
///
/// The client thus gets the error in the form that it requested. The redirect URI must still be registered.
pub(crate) fn claimed(parameters: Parameters) -> Parameters {
    let object = parameters.get("request");
    let Some(claims) = object.and_then(KeySet::claims_without_trust) else {
        return parameters;
    };
    let mut requested = parameters;
    for name in ERROR_RESPONSE_PARAMETERS {
        if let Some(value) = claims.text(name) {
            requested = requested.with(name, value);
        }
    }
    requested
}
