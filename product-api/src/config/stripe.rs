//! Settings of the client of Stripe's API.

use foundation::env::Reader;
use foundation::text::host::is_loopback_url;
use url::Url;

const API_BASE: &str = "API_STRIPE_API_BASE";
const REQUESTS_PER_SECOND: &str = "API_STRIPE_REQUESTS_PER_SECOND";
const POLL_SECONDS: &str = "API_STRIPE_POLL_SECONDS";
const RECONCILE_HOURS: &str = "API_RECONCILE_HOURS";

/// Origin of Stripe's API, unless `API_STRIPE_API_BASE` names another.
const STRIPE: &str = "https://api.stripe.com";

/// Settings of Stripe.
#[derive(Clone, Debug)]
pub struct StripeConfig {
    /// `API_STRIPE_API_BASE`: origin of Stripe's API. It is https, or http on this machine; calls go nowhere else.
    pub api_base: Url,
    /// `API_STRIPE_REQUESTS_PER_SECOND`: maximum number of calls a second of each connection, 1 to 1000. Unset, it is 20 in
    /// live mode and 10 in test mode.
    pub requests_per_second: Option<u16>,
    /// `API_STRIPE_POLL_SECONDS`: interval at which the server reads the events of connections without a webhook; 1 to 3600.
    pub poll_seconds: u16,
    /// `API_RECONCILE_HOURS`: interval at which all records of payments are compared with Stripe's; 0 for never, 720 at most.
    pub reconcile_hours: u16,
}

impl StripeConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        Self {
            api_base: api_base(reader),
            requests_per_second: requests_per_second(reader),
            poll_seconds: poll_seconds(reader),
            reconcile_hours: reconcile_hours(reader),
        }
    }
}

#[expect(
    clippy::expect_used,
    reason = "the text is a constant, and each start parses it"
)]
fn api_base(reader: &mut Reader<'_>) -> Url {
    let stripe = Url::parse(STRIPE).expect("an address");
    match reader.text(API_BASE).map(|text| Url::parse(&text)) {
        None => stripe,
        Some(Ok(url)) if is_origin(&url) => url,
        Some(_) => {
            reader.problem(
                API_BASE,
                "is not an origin with https, or with http on this machine, such as https://api.stripe.com",
            );
            stripe
        }
    }
}

/// Returns true for an address to which keys may be sent: https, or http on this machine, without anything but an origin.
fn is_origin(url: &Url) -> bool {
    let is_private = match url.scheme() {
        "https" => true,
        "http" => is_loopback_url(url),
        _ => false,
    };
    is_private
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none()
}

fn requests_per_second(reader: &mut Reader<'_>) -> Option<u16> {
    const FORM: &str = "a number of calls a second from 1 to 1000";
    reader.text(REQUESTS_PER_SECOND)?;
    let calls = reader.parsed(REQUESTS_PER_SECOND, 10, FORM);
    if !(1..=1000).contains(&calls) {
        reader.problem(REQUESTS_PER_SECOND, format!("is not {FORM}"));
    }
    Some(calls)
}

fn poll_seconds(reader: &mut Reader<'_>) -> u16 {
    const FORM: &str = "a number of seconds from 1 to 3600";
    let seconds = reader.parsed(POLL_SECONDS, 10, FORM);
    if !(1..=3600).contains(&seconds) {
        reader.problem(POLL_SECONDS, format!("is not {FORM}"));
    }
    seconds
}

fn reconcile_hours(reader: &mut Reader<'_>) -> u16 {
    const FORM: &str = "a number of hours from 0 to 720";
    let hours = reader.parsed(RECONCILE_HOURS, 24, FORM);
    if hours > 720 {
        reader.problem(RECONCILE_HOURS, format!("is not {FORM}"));
    }
    hours
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_https_or_on_this_machine() {
        let rows = [
            ("https://api.stripe.com", true),
            ("https://stripe.internal:8443/", true),
            ("http://localhost:12111", true),
            ("http://127.0.0.1:12111", true),
            ("http://[::1]:12111", true),
            ("http://stripe.internal", false),
            ("http://127.0.0.1.example", false),
            ("https://user@api.stripe.com", false),
            ("https://:password@api.stripe.com", false),
            ("https://api.stripe.com/v1", false),
            ("https://api.stripe.com/?a", false),
            ("https://api.stripe.com/#a", false),
            ("ftp://localhost", false),
            ("file:///", false),
        ];
        for (text, expected) in rows {
            assert_eq!(is_origin(&Url::parse(text).unwrap()), expected, "{text}");
        }
    }
}
