//! An endpoint of a website: where it is, what it hears, how it stands; and the types of events there are.

use foundation::Timestamp;
use foundation::outbound::Allowed;
use url::Url;

use crate::caller::Mode;
use crate::problem::FieldError;

/// The most endpoints of a website in one mode.
pub(super) const MOST_ENDPOINTS: i64 = 20;
const LONGEST_ADDRESS: usize = 2000;

/// The types that are sent to whoever does not choose: all but every single spend.
pub(super) const USUAL_TYPES: [&str; 7] = [
    "credits.depleted",
    "credits.expired",
    "credits.expiring",
    "credits.granted",
    "credits.low",
    "credits.restored",
    "hold.expired",
];

/// The type that tells of every spend.
pub(super) const SPENT: &str = "credits.spent";

/// How an endpoint stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// It is told.
    Active,
    /// Its website has switched it off.
    Off,
    /// We have: it failed for too long, or said that it is gone.
    Disabled,
}

impl Status {
    /// The status, as the table and the API say it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Off => "off",
            Self::Disabled => "disabled",
        }
    }

    /// The status of a word.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        [Self::Active, Self::Off, Self::Disabled]
            .into_iter()
            .find(|status| status.word() == word)
    }
}

/// An endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WebhookEndpoint {
    /// `whe_…`.
    pub(super) id: String,
    /// Whose it is.
    pub(super) website_id: String,
    /// Whose events it hears: of real or play credits.
    pub(super) mode: Mode,
    /// Where it is.
    pub(super) url: String,
    /// The types it hears, sorted.
    pub(super) events: Vec<String>,
    /// How it stands.
    pub(super) status: Status,
    /// Since when every attempt has failed.
    pub(super) failing_since: Option<Timestamp>,
    /// Why we disabled it.
    pub(super) disabled_reason: Option<String>,
    /// Until when the secret before the last rotation signs as well.
    pub(super) previous_until: Option<Timestamp>,
    /// What its events are checked with, where a key of ours signs them.
    pub(super) public_key: Option<String>,
    /// When it was added.
    pub(super) created_at: Timestamp,
}

/// An address that may be asked, in its normal form, with its host and port; or what is wrong with it.
pub(super) fn address(text: &str, allowed: &Allowed) -> Result<(String, String), FieldError> {
    let wrong = |detail: &str| FieldError::body("/url", detail);
    if text.len() > LONGEST_ADDRESS {
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

/// The host and the port of an address that was taken once: what the trail tells of it, as the rest may be a secret.
pub(super) fn host_of(url: &str) -> String {
    Url::parse(url).map_or_else(|_error| String::new(), |url| host_and_port(&url))
}

fn host_and_port(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let port = url.port_or_known_default().unwrap_or_default();
    format!("{host}:{port}")
}

/// Types in their normal form, sorted and each once; or what is wrong with them.
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
    fn i1_addresses_that_are_never_asked_are_refused_when_they_are_added() {
        let allowed = Allowed::from_iter(["localhost:7".parse().unwrap()]);
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
