//! A website, who acts for it, and what a registration has to fulfil.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use foundation::Timestamp;
use foundation::marks::is_showable;
use url::{Host, Url};

use crate::audit::PersonSession;
use crate::caller::{Mode, SpendCap};
use crate::problem::FieldError;

const LONGEST_NAME: usize = 80;
const LONGEST_ADDRESS: usize = 2000;
const MOST_REDIRECT_URIS: usize = 20;

/// What a website may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Its client at the idp may not exist yet; nobody sees it.
    Registering,
    /// Everything.
    Active,
    /// Only what ends what was begun, until it is resumed.
    Suspended,
}

impl Status {
    /// The word in the database and in answers.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Registering => "registering",
            Self::Active => "active",
            Self::Suspended => "suspended",
        }
    }
}

impl FromStr for Status {
    type Err = UnknownStatus;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        [Self::Registering, Self::Active, Self::Suspended]
            .into_iter()
            .find(|status| status.word() == text)
            .ok_or(UnknownStatus)
    }
}

/// Who has suspended a website.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SuspendedBy {
    /// Its owner, who can resume it.
    Owner,
    /// The operator of this installation; only the operator can resume it.
    Operator,
}

impl SuspendedBy {
    /// The word in the database and in answers.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Operator => "operator",
        }
    }

    /// Who a word means.
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        [Self::Owner, Self::Operator]
            .into_iter()
            .find(|by| by.word() == word)
    }
}

/// A text that is no status.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the status of a website is unknown")]
pub(crate) struct UnknownStatus;

/// A registered site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Website {
    /// `web_…`.
    pub(crate) id: String,
    /// The user who registered it.
    pub(crate) owner_user_id: String,
    /// The name that people see.
    pub(crate) name: String,
    /// Its home page.
    pub(crate) url: String,
    /// Its client at the idp.
    pub(crate) client_id: String,
    /// What it may do.
    pub(crate) status: Status,
    /// By whom, when it is suspended.
    pub(crate) suspended_by: Option<SuspendedBy>,
    /// When it was registered.
    pub(crate) created_at: Timestamp,
}

/// Who acts for a website.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    /// Its back end, with the key of this id.
    Key(String),
    /// Its owner, in person.
    Owner(String),
}

/// The name in audit and transactions: `key_…` or `usr_…`.
impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(id) | Self::Owner(id) => f.write_str(id),
        }
    }
}

/// A caller's access to one website in one mode: everything below it is looked up under both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SiteAccess {
    /// The website.
    pub(crate) website_id: String,
    /// Real or play credits.
    pub(crate) mode: Mode,
    /// Who acts.
    pub(crate) actor: Actor,
    /// What the key may spend, if that is limited.
    pub(crate) cap: Option<SpendCap>,
    /// Whether the website is suspended: then only what ends what was begun is done.
    pub(crate) is_suspended: bool,
    /// From which session of theirs, if it is a person.
    pub(crate) session: Option<PersonSession>,
}

impl SiteAccess {
    /// The one mode that the caller sees of what is in both: an API key its own, the owner in person both
    /// (none), whichever the call is about.
    pub(crate) fn only_mode(&self) -> Option<Mode> {
        match &self.actor {
            Actor::Key(_) => Some(self.mode),
            Actor::Owner(_) => None,
        }
    }
}

/// What an owner says about a new website; nothing is checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewWebsite {
    pub(crate) name: String,
    pub(crate) url: String,
    pub(crate) redirect_uris: Vec<String>,
    pub(crate) post_logout_redirect_uris: Vec<String>,
    pub(crate) backchannel_logout_uri: Option<String>,
}

impl NewWebsite {
    /// The registration in its normal form, or everything that is wrong with it.
    pub(crate) fn checked(self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = self.name.trim().to_owned();
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            let detail = format!("Must have 1 to {LONGEST_NAME} characters.");
            errors.push(FieldError::body("/name", detail));
        } else if !is_showable(&name) {
            errors.push(FieldError::body(
                "/name",
                "Must hold no control characters, and none that nobody sees.",
            ));
        }
        if let Err(detail) = check_address(&self.url) {
            errors.push(FieldError::body("/url", detail));
        }
        if self.redirect_uris.is_empty() || self.redirect_uris.len() > MOST_REDIRECT_URIS {
            let detail = format!("Must hold 1 to {MOST_REDIRECT_URIS} addresses.");
            errors.push(FieldError::body("/redirect_uris", detail));
        }
        if self.post_logout_redirect_uris.len() > MOST_REDIRECT_URIS {
            let detail = format!("Must hold at most {MOST_REDIRECT_URIS} addresses.");
            errors.push(FieldError::body("/post_logout_redirect_uris", detail));
        }
        let lists = [
            ("redirect_uris", &self.redirect_uris),
            ("post_logout_redirect_uris", &self.post_logout_redirect_uris),
        ];
        let numbered = lists.iter().flat_map(|(member, list)| {
            let numbered = list.iter().take(MOST_REDIRECT_URIS).enumerate();
            numbered.map(move |(index, address)| (format!("/{member}/{index}"), address))
        });
        for (place, address) in numbered {
            if let Err(detail) = check_address(address) {
                errors.push(FieldError::body(place, detail));
            }
        }
        let told = self.backchannel_logout_uri.as_deref().map(check_address);
        if let Some(Err(detail)) = told {
            errors.push(FieldError::body("/backchannel_logout_uri", detail));
        }
        if errors.is_empty() {
            Ok(Self { name, ..self })
        } else {
            Err(errors)
        }
    }
}

/// An address that browsers are sent to: https, or http on this machine; nothing hidden in it.
pub(super) fn check_address(address: &str) -> Result<(), &'static str> {
    const FORM: &str = "Must be an https address; http is for localhost only.";
    let visible = address
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if address.len() > LONGEST_ADDRESS || !visible {
        return Err("Must be short, without blanks, backslashes or letters outside ASCII.");
    }
    let url = Url::parse(address).map_err(|_error| FORM)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err("Must hold no user name or password.");
    }
    if address.contains('#') {
        return Err("Must hold no fragment (#).");
    }
    let begins_right = |scheme: &str| address.starts_with(scheme);
    match url.scheme() {
        "https" if begins_right("https://") => Ok(()),
        "http" if begins_right("http://") && is_loopback(&url) => Ok(()),
        _ => Err(FORM),
    }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_browsers_may_be_sent_to() {
        let rows = [
            ("https://shop.example.com/auth/callback", true),
            ("https://shop.example.com/auth/callback?x=1", true),
            ("http://localhost:3000/cb", true),
            ("http://127.0.0.1:3000/cb", true),
            ("http://[::1]:3000/cb", true),
            ("http://shop.example.com/cb", false),
            ("http://localhost.example.com/cb", false),
            ("HTTPS://shop.example.com/cb", false),
            ("https:/shop.example.com/cb", false),
            ("https://user@shop.example.com/cb", false),
            ("https://shop.example.com/cb#x", false),
            ("https://shop.example.com/c b", false),
            ("https://shop.example.com\\cb", false),
            ("https://sh\u{f6}p.example.com/cb", false),
            ("javascript:alert(1)", false),
            ("data:text/html,x", false),
            ("/cb", false),
            ("", false),
        ];
        for (address, good) in rows {
            assert_eq!(check_address(address).is_ok(), good, "{address}");
        }
    }

    #[test]
    fn everything_that_is_wrong_is_told_at_once() {
        let wrong = NewWebsite {
            name: "  ".to_owned(),
            url: "shop".to_owned(),
            redirect_uris: vec!["https://a.example".to_owned(), "ftp://b".to_owned()],
            post_logout_redirect_uris: vec!["ftp://b".to_owned()],
            backchannel_logout_uri: Some("http://a.example/out".to_owned()),
        };
        let places: Vec<_> = wrong.checked().unwrap_err();
        assert_eq!(places.len(), 5);
    }
}
