//! A website, and who acts for it.

use std::fmt;
use std::str::FromStr;

use foundation::Timestamp;

use crate::audit::PersonSession;
use crate::caller::{Mode, SpendCap};
use crate::problem::{FieldError, Problem};

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

/// Who, or what, has suspended a website.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SuspendedBy {
    /// Its owner, who can resume it.
    Owner,
    /// The operator of this installation; only the operator can resume it.
    Operator,
    /// Nobody in person: its owner's account was deleted. It waits for the operator to hand it over.
    Deletion,
}

impl SuspendedBy {
    /// The word in the database and in answers.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Operator => "operator",
            Self::Deletion => "deletion",
        }
    }

    /// Who a word means.
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        [Self::Owner, Self::Operator, Self::Deletion]
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
    /// The user who looks after it: who registered it, unless it was handed over.
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
    /// With how many decimal places its credits are shown.
    pub(crate) scale: i16,
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
    /// The one mode that the caller lists and makes things in: an API key its own, the owner in person both (none).
    /// A thing that is named by its id is of the call's mode for both.
    pub(crate) fn only_mode(&self) -> Option<Mode> {
        match &self.actor {
            Actor::Key(_) => Some(self.mode),
            Actor::Owner(_) => None,
        }
    }

    /// The one mode of which something is listed, if one is asked for or the caller sees one only; an API key asks for no
    /// other than its own.
    pub(crate) fn seen_mode(&self, asked: Option<Mode>) -> Result<Option<Mode>, Problem> {
        match (self.only_mode(), asked) {
            (Some(own), Some(asked)) if own != asked => {
                let detail = "Must be the mode of the API key, or left out.";
                Err(Problem::invalid(&[FieldError::parameter("mode", detail)]))
            }
            (own, asked) => Ok(own.or(asked)),
        }
    }
}
