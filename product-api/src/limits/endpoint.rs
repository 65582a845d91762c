//! Adds the fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers) to responses for API keys, and to
//! refusals by a limit.

use std::sync::Arc;

use poem::http::{HeaderName, HeaderValue};
use poem::{Endpoint, Request, Response};

use super::take::RateLimitSlot;
use crate::app::App;

/// Field with the remaining quota.
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
/// Field with the limits.
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// An endpoint whose responses state the limits.
pub(crate) struct RateLimitFields<E> {
    /// The value of `RateLimit-Policy`; none if there are no limits.
    policy: Option<HeaderValue>,
    inner: E,
}

impl<E> RateLimitFields<E> {
    /// Wraps an endpoint.
    pub(crate) fn new(app: &Arc<App>, inner: E) -> Self {
        let policy = app.limits.policy();
        Self {
            policy: policy.and_then(|policy| HeaderValue::from_str(&policy).ok()),
            inner,
        }
    }
}

impl<E: Endpoint<Output = Response>> Endpoint for RateLimitFields<E> {
    type Output = Response;

    async fn call(&self, mut req: Request) -> poem::Result<Response> {
        let Some(policy) = &self.policy else {
            return self.inner.call(req).await;
        };
        let slot = RateLimitSlot::default();
        req.set_data(slot.clone());
        let mut response = self.inner.call(req).await?;
        let headers = response.headers_mut();
        let value = slot
            .field_value()
            .and_then(|value| HeaderValue::from_str(value).ok());
        if let Some(value) = value {
            // A refusal contains the field already, for the limit that refused.
            headers.entry(RATE_LIMIT).or_insert(value);
        }
        if headers.contains_key(RATE_LIMIT) {
            headers.insert(RATE_LIMIT_POLICY, policy.clone());
        }
        Ok(response)
    }
}
