//! A request and its response, without the HTTP framework.

use crate::error::StripeError;

/// A request.
#[derive(Clone, Debug, Default)]
pub(crate) struct ApiRequest {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) body: String,
    /// The API key.
    pub(crate) key: Option<String>,
    /// The header `Stripe-Version`.
    pub(crate) version: Option<String>,
    pub(crate) idempotency_key: Option<String>,
}

impl ApiRequest {
    /// Returns the parameters: those of the query for GET and DELETE, else the form.
    pub(crate) fn parameters(&self) -> &str {
        if self.method == "POST" {
            &self.body
        } else {
            &self.query
        }
    }

    /// Returns the name by which faults find the call, such as `POST /v1/refunds`.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

/// A response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiResponse {
    pub(crate) status: u16,
    pub(crate) body: String,
    pub(crate) headers: Vec<(&'static str, String)>,
}

impl ApiResponse {
    /// Creates the response for an error.
    pub(crate) fn from_error(error: &StripeError) -> Self {
        Self {
            status: error.status,
            body: format!("{:#}\n", error.to_json()),
            headers: Vec::new(),
        }
    }
}
