//! An endpoint of a website: its URL, event types and status; and the list of event types.

use foundation::Timestamp;
use foundation::outbound::AllowedHosts;
use url::Url;

use crate::caller::{Mode, SiteScope};
use crate::problem::FieldError;

/// Maximum number of endpoints of a website in one mode.
pub(super) const MAX_ENDPOINTS: i64 = 20;
const MAX_ADDRESS_LENGTH: usize = 2000;

/// The default event types: all except the events of every spend.
pub(super) const USUAL_TYPES: [&str; 27] = [
    "checkout.completed",
    "checkout.expired",
    "credits.clawed_back",
    "credits.depleted",
    "credits.expired",
    "credits.expiring",
    "credits.granted",
    "credits.low",
    "credits.restored",
    "customer.subscribed",
    "customer.unsubscribed",
    "dispute.lost",
    "dispute.opened",
    "dispute.won",
    "fraud_warning",
    "hold.expired",
    "payment.failed",
    "payment.refunded",
    "payment.review",
    "payment.succeeded",
    "subscription.payment_failed",
    "subscription.renewed",
    "subscription.trial_ending",
    "subscription.updated",
    "topup.action_required",
    "topup.failed",
    "topup.succeeded",
];

/// The type of the events of every spend.
pub(super) const SPENT: &str = "credits.spent";

/// The status of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// It receives events.
    Active,
    /// Its website switched it off.
    Off,
    /// The server disabled it: it failed for too long, or responded 410.
    Disabled,
}

impl Status {
    /// Returns the status's word in the table and the API.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Off => "off",
            Self::Disabled => "disabled",
        }
    }

    /// Returns the status with a word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        [Self::Active, Self::Off, Self::Disabled]
            .into_iter()
            .find(|status| status.word() == word)
    }
}

/// An endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WebhookEndpoint {
    /// The id, `whe_…`.
    pub(super) id: String,
    /// The website that owns it.
    pub(super) website_id: String,
    /// The mode of its events.
    pub(super) mode: Mode,
    /// Its URL.
    pub(super) url: String,
    /// The event types that it receives, sorted.
    pub(super) events: Vec<String>,
    /// Its status.
    pub(super) status: Status,
    /// Time since which every attempt has failed.
    pub(super) failing_since: Option<Timestamp>,
    /// The reason why it was disabled.
    pub(super) disabled_reason: Option<String>,
    /// Latest time until which a previous secret also signs.
    pub(super) previous_until: Option<Timestamp>,
    /// The public key that verifies its events, if a private key of the server signs them.
    pub(super) public_key: Option<String>,
    /// The time at which it was added.
    pub(super) created_at: Timestamp,
}

impl WebhookEndpoint {
    /// Returns the website and the mode of its events.
    pub(super) fn scope(&self) -> SiteScope<'_> {
        SiteScope {
            website_id: &self.website_id,
            mode: self.mode,
        }
    }
}

/// Returns an allowed URL in its normal form, with its host and port, or its error.
pub(super) fn address(text: &str, allowed: &AllowedHosts) -> Result<(String, String), FieldError> {
    let wrong = |detail: &str| FieldError::body("/url", detail);
    if text.len() > MAX_ADDRESS_LENGTH {
        return Err(wrong("Must have at most 2000 characters."));
    }
    let url = Url::parse(text).map_err(|_error| wrong("Must be an https address."))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("Must hold no user name or password."));
    }
    if url.fragment().is_some() {
        return Err(wrong("Must hold no fragment (#)."));
    }
    if let Some(problem) = allowed.problem(&url) {
        let detail = format!(
            "The address {problem}. Use https and a host that is reachable from the internet."
        );
        return Err(wrong(&detail));
    }
    let host = host_and_port(&url);
    Ok((url.into(), host))
}

/// Returns host and port of a stored URL for the audit log; the other parts may be secret.
pub(super) fn host_of(url: &str) -> String {
    Url::parse(url).map_or_else(|_error| String::new(), |url| host_and_port(&url))
}

fn host_and_port(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let port = url.port_or_known_default().unwrap_or_default();
    format!("{host}:{port}")
}

/// Returns event types in their normal form, sorted and without duplicates, or their error.
pub(super) fn types(asked: Vec<String>) -> Result<Vec<String>, FieldError> {
    let mut types = asked;
    types.sort_unstable();
    types.dedup();
    if types.is_empty() {
        return Err(FieldError::body("/events", "Must name at least one type."));
    }
    let unknown = types
        .iter()
        .find(|name| !USUAL_TYPES.contains(&name.as_str()) && *name != SPENT);
    match unknown {
        Some(_) => {
            let known = USUAL_TYPES.join(", ");
            let detail = format!("Must hold types of events only: {known}, {SPENT}.");
            Err(FieldError::body("/events", detail))
        }
        None => Ok(types),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_addresses_are_refused_when_they_are_added() {
        let allowed = AllowedHosts::from_iter(["localhost:7".parse().unwrap()]);
        let rows = [
            ("https://shop.example/hooks?x=1", true),
            ("http://localhost:7/hooks", true),
            ("http://shop.example/hooks", false),
            ("http://localhost:8/hooks", false),
            ("https://localhost/hooks", false),
            ("https://127.0.0.1/hooks", false),
            ("https://169.254.169.254/latest", false),
            ("https://[::ffff:10.0.0.1]/", false),
            ("https://2130706433/", false),
            ("https://shop.example./", false),
            ("https://user@shop.example/", false),
            ("https://shop.example/#x", false),
            ("ftp://shop.example/", false),
            ("shop.example", false),
            ("", false),
        ];
        for (text, good) in rows {
            assert_eq!(address(text, &allowed).is_ok(), good, "{text}");
        }
        let (url, host) = address("https://SHOP.example", &allowed).unwrap();
        assert_eq!(
            (url.as_str(), host.as_str()),
            ("https://shop.example/", "shop.example:443")
        );
    }

    #[test]
    fn types_are_known_sorted_and_each_there_once() {
        let of = |names: &[&str]| types(names.iter().map(ToString::to_string).collect());
        let sorted = of(&["hold.expired", "credits.spent", "hold.expired"]).unwrap();
        assert_eq!(sorted, ["credits.spent", "hold.expired"]);
        assert!(of(&[]).is_err());
        assert!(of(&["credits.granted", "*"]).is_err());
        assert!(of(&["credits.granted credits.low"]).is_err());
    }
}
