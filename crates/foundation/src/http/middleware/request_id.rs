//! Ids of requests.

use poem::Request;

/// Id of a request, for its log line, for `x-request-id` of its response, and for its problem document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(pub String);

impl RequestId {
    /// Returns the id that the middleware gave this request; empty without the middleware.
    pub fn read(request: &Request) -> String {
        request
            .data::<Self>()
            .map(|id| id.0.clone())
            .unwrap_or_default()
    }
}
