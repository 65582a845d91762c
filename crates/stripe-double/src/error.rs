//! Errors in Stripe's shape.

use foundation::Failure;
use serde_json::{Value, json};

/// An error response of the API.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct StripeError {
    pub(crate) status: u16,
    kind: &'static str,
    message: String,
    code: Option<&'static str>,
    param: Option<String>,
    decline_code: Option<&'static str>,
    /// True if the request was refused before its operation began, so that no response is stored under its key.
    pub(crate) is_early: bool,
}

impl StripeError {
    /// Creates an `invalid_request_error` with status 400.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self {
            status: 400,
            kind: "invalid_request_error",
            message: message.into(),
            code: None,
            param: None,
            decline_code: None,
            is_early: false,
        }
    }

    /// Creates the refusal of a parameter before the operation began.
    pub(crate) fn parameter(param: &str, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            is_early: true,
            ..Self::invalid(message).coded(code).about(param)
        }
    }

    /// Creates the refusal of a request without a required parameter.
    pub(crate) fn parameter_missing(param: &str) -> Self {
        let message = format!("Missing required param: {param}.");
        Self::parameter(param, "parameter_missing", message)
    }

    /// Creates 404 `resource_missing` for an id in the path.
    pub(crate) fn missing(object: &str, id: &str) -> Self {
        let noun = object.rsplit('.').next().unwrap_or(object);
        Self {
            status: 404,
            ..Self::invalid(format!("No such {noun}: '{id}'"))
                .coded("resource_missing")
                .about("id")
        }
    }

    /// Creates an error that is refused with another status before the operation began.
    pub(crate) fn early(status: u16, message: impl Into<String>) -> Self {
        Self {
            status,
            is_early: true,
            ..Self::invalid(message)
        }
    }

    /// Creates 409 for a key whose first request has not ended, or 400 for a key with other parameters.
    pub(crate) fn idempotency(status: u16, message: impl Into<String>) -> Self {
        Self {
            kind: "idempotency_error",
            ..Self::early(status, message)
        }
    }

    /// Creates an error of Stripe's own servers.
    pub(crate) fn server(status: u16, message: impl Into<String>) -> Self {
        Self {
            status,
            kind: "api_error",
            ..Self::invalid(message)
        }
    }

    /// Creates 402 `card_error`; an empty decline code is left out.
    pub(crate) fn card(
        code: &'static str,
        decline_code: &'static str,
        message: &'static str,
    ) -> Self {
        Self {
            status: 402,
            kind: "card_error",
            decline_code: Some(decline_code).filter(|code| !code.is_empty()),
            ..Self::invalid(message).coded(code)
        }
    }

    /// Returns the error with a code.
    #[must_use]
    pub(crate) fn coded(self, code: &'static str) -> Self {
        Self {
            code: Some(code),
            ..self
        }
    }

    /// Returns the error with another status.
    #[must_use]
    pub(crate) fn with_status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    /// Returns the error with another message.
    #[must_use]
    pub(crate) fn worded(self, message: String) -> Self {
        Self { message, ..self }
    }

    /// Returns the error with the name of a parameter.
    #[must_use]
    pub(crate) fn about(self, param: &str) -> Self {
        Self {
            param: Some(param.to_owned()),
            ..self
        }
    }

    /// Returns the error of a missing object for a parameter that names the object: its status is 400.
    #[must_use]
    pub(crate) fn for_parameter(self, param: &str) -> Self {
        Self {
            status: 400,
            ..self.about(param)
        }
    }

    /// Returns the id of a missing object.
    pub(crate) fn missing_id(&self) -> Option<&str> {
        let is_missing = self.code == Some("resource_missing");
        self.message.split('\'').nth(1).filter(|_| is_missing)
    }

    /// Returns the error with more text.
    #[must_use]
    pub(crate) fn extended(mut self, text: &str) -> Self {
        self.message.push_str(text);
        self
    }

    /// Returns the body; the account's dashboard would be at the URL of the log.
    pub(crate) fn to_json(&self) -> Value {
        let mut error = json!({"type": self.kind, "message": self.message});
        let members = [
            ("code", self.code.map(str::to_owned)),
            ("decline_code", self.decline_code.map(str::to_owned)),
            ("param", self.param.clone()),
            ("doc_url", self.code.map(doc_url)),
        ];
        let given = members
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), Value::from(value?))));
        if let Value::Object(object) = &mut error {
            object.extend(given);
        }
        json!({"error": error})
    }
}

fn doc_url(code: &'static str) -> String {
    format!(
        "https://stripe.com/docs/error-codes/{}",
        code.replace('_', "-")
    )
}

impl From<Failure> for StripeError {
    fn from(failure: Failure) -> Self {
        Self::server(500, format!("The double failed: {failure}"))
    }
}
