//! A call of Stripe's API, and its HTTP request.

use foundation::secret::{ExposeSecret, SecretString};
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};
use reqwest::{Method, Request};
use url::Url;

use super::error::StripeError;
use super::form::Form;

/// The version of the API that every call and every webhook endpoint names.
pub(crate) const API_VERSION: &str = "2026-08-26.dahlia";

const STRIPE_VERSION: HeaderName = HeaderName::from_static("stripe-version");
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// A call.
#[derive(Clone, Debug)]
pub(super) struct ApiCall<'a> {
    pub(super) method: Method,
    /// The segments after `/v1`; ids of other systems among them are encoded.
    pub(super) path: &'a [&'a str],
    /// Sent as a form by POST, else as a query.
    pub(super) parameters: &'a Form,
    pub(super) idempotency_key: Option<&'a str>,
}

impl ApiCall<'_> {
    /// Returns a name for logs, without an id.
    pub(super) fn name(&self) -> String {
        let first = self.path.first().copied().unwrap_or_default();
        format!("{} {first}", self.method)
    }

    /// Builds the request with the key of an account. Refuses the call without a request if an id or a key has a form that
    /// Stripe never gives.
    pub(super) fn request(
        &self,
        client: &reqwest::Client,
        base: &Url,
        key: &SecretString,
    ) -> Result<Request, StripeError> {
        let mut bearer = HeaderValue::from_str(&format!("Bearer {}", key.expose_secret()))
            .map_err(|_invalid| StripeError::Unauthorized)?;
        bearer.set_sensitive(true);
        let mut request = client
            .request(self.method.clone(), self.url(base)?)
            .header(AUTHORIZATION, bearer)
            .header(STRIPE_VERSION, API_VERSION);
        if let Some(idempotency_key) = self.idempotency_key {
            let value = HeaderValue::from_str(idempotency_key);
            let invalid = |_invalid| unsent("Idempotency-Key");
            request = request.header(IDEMPOTENCY_KEY, value.map_err(invalid)?);
        }
        let request = if self.method == Method::POST {
            request.form(self.parameters.pairs())
        } else {
            request.query(self.parameters.pairs())
        };
        request.build().map_err(|_invalid| unsent("parameters"))
    }

    fn url(&self, base: &Url) -> Result<Url, StripeError> {
        let mut url = base.clone();
        // The parser would skip such a segment, and the call would be another one.
        if self
            .path
            .iter()
            .any(|segment| matches!(*segment, "" | "." | ".."))
        {
            return Err(unsent("id"));
        }
        url.path_segments_mut()
            .map_err(|()| unsent("API_STRIPE_API_BASE"))?
            .pop_if_empty()
            .push("v1")
            .extend(self.path);
        Ok(url)
    }
}

fn unsent(param: &str) -> StripeError {
    StripeError::unsent(param, "the call was not sent, because a value is malformed")
}

#[cfg(test)]
mod tests {
    use foundation::outbound;

    use super::*;

    fn request(path: &[&str], method: Method, key: &str) -> Result<Request, StripeError> {
        let parameters = Form::default().with("a[b]", "x y&");
        let call = ApiCall {
            method,
            path,
            parameters: &parameters,
            idempotency_key: Some("tg:1"),
        };
        let base = Url::parse("https://api.stripe.com").unwrap();
        let client = outbound::client().unwrap();
        call.request(&client, &base, &key.to_owned().into())
    }

    #[test]
    fn request_has_the_pinned_version_the_key_and_the_parameters() {
        let path = ["customers", "cus_1"];
        let sent = request(&path, Method::POST, "rk_test_1").unwrap();
        assert_eq!(
            sent.url().as_str(),
            "https://api.stripe.com/v1/customers/cus_1"
        );
        let header = |name: &str| sent.headers()[name].to_str().unwrap();
        assert_eq!(header("stripe-version"), "2026-08-26.dahlia");
        assert_eq!(header("idempotency-key"), "tg:1");
        assert_eq!(header("authorization"), "Bearer rk_test_1");
        assert_eq!(header("content-type"), "application/x-www-form-urlencoded");
        let body = sent.body().and_then(reqwest::Body::as_bytes);
        assert_eq!(body, Some(&b"a%5Bb%5D=x+y%26"[..]));
        assert!(!format!("{sent:?}").contains("rk_test_1"), "{sent:?}");
        let read = request(&path, Method::GET, "rk_test_1").unwrap();
        assert_eq!(read.url().query(), Some("a%5Bb%5D=x+y%26"));
        assert!(read.body().is_none());
    }

    #[test]
    fn id_leads_to_no_other_path() {
        let rows = [
            ("cus_1/../../balance", Some("cus_1%2F..%2F..%2Fbalance")),
            ("a?b#c", Some("a%3Fb%23c")),
            ("%2e%2e", Some("%252e%252e")),
            ("", None),
            (".", None),
            ("..", None),
        ];
        for (id, expected) in rows {
            let sent = request(&["customers", id], Method::GET, "rk_test_1");
            let found = sent.ok().map(|sent| sent.url().path().to_owned());
            let expected = expected.map(|expected| format!("/v1/customers/{expected}"));
            assert_eq!(found, expected, "{id}");
        }
    }

    #[test]
    fn malformed_key_is_not_sent() {
        let refused = request(&["balance"], Method::GET, "rk_test_1\n").unwrap_err();
        assert_eq!(refused, StripeError::Unauthorized);
    }
}
