//! A website, and the actor of a request to it.

use std::fmt;
use std::str::FromStr;

use foundation::Timestamp;

use crate::audit::UserSession;
use crate::caller::{Mode, PLATFORM, SiteScope, SpendCap};
use crate::problem::{FieldError, Problem};

/// The status of a website.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Its client at the idp may not exist yet; the website is invisible.
    Registering,
    /// The website works without limits.
    Active,
    /// Only work that began earlier is completed, until the website is resumed.
    Suspended,
}

impl Status {
    /// Returns the word in the database and in responses.
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

/// The actor that suspended a website.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SuspendedBy {
    /// Its owner, who can resume it.
    Owner,
    /// The operator of this installation; only the operator can resume it.
    Operator,
    /// The deletion of its owner's account; only a hand-over by the operator helps.
    Deletion,
}

impl SuspendedBy {
    /// Returns the word in the database and in responses.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Operator => "operator",
            Self::Deletion => "deletion",
        }
    }

    /// Returns the actor with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        [Self::Owner, Self::Operator, Self::Deletion]
            .into_iter()
            .find(|by| by.word() == word)
    }
}

/// A text that is no status.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the status of a website is unknown")]
pub(crate) struct UnknownStatus;

/// A registered website.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Website {
    /// The id, `web_…`.
    pub(crate) id: String,
    /// The user who owns it: the one who registered it, unless it was handed over.
    pub(crate) owner_user_id: String,
    /// The name that users see.
    pub(crate) name: String,
    /// Its home page.
    pub(crate) url: String,
    /// Its client at the idp.
    pub(crate) client_id: String,
    /// Its status.
    pub(crate) status: Status,
    /// The actor that suspended it, while it is suspended.
    pub(crate) suspended_by: Option<SuspendedBy>,
    /// The time of registration.
    pub(crate) created_at: Timestamp,
    /// Decimal places in which its credits are displayed.
    pub(crate) scale: i16,
}

impl Website {
    /// Returns true if the website works without limits.
    pub(crate) fn is_active(&self) -> bool {
        self.status == Status::Active
    }
}

/// The actor of a request to a website.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    /// Its back end, with the id of the key.
    Key(String),
    /// Its owner, or the operator for the platform, with the user's id.
    Owner(String),
}

/// The name in the audit log and in transactions: `key_…` or `usr_…`.
impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(id) | Self::Owner(id) => f.write_str(id),
        }
    }
}

/// A caller's access to one website in one mode: every later look-up is limited to both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SiteAccess {
    /// The website, or [`PLATFORM`].
    pub(crate) website_id: String,
    /// The mode: live or test credits.
    pub(crate) mode: Mode,
    /// The actor.
    pub(crate) actor: Actor,
    /// The key's spend limit, if it has one.
    pub(crate) cap: Option<SpendCap>,
    /// True if the website is suspended: then only work that began earlier is completed.
    pub(crate) is_suspended: bool,
    /// The session of the user, if the actor is a user.
    pub(crate) session: Option<UserSession>,
}

impl SiteAccess {
    /// Returns the website and the mode of the request.
    pub(crate) fn scope(&self) -> SiteScope<'_> {
        SiteScope {
            website_id: &self.website_id,
            mode: self.mode,
        }
    }

    /// Returns true if the caller is the operator, who acts for the platform.
    pub(crate) fn is_platform(&self) -> bool {
        self.website_id == PLATFORM
    }

    /// Returns the only mode in which the caller lists and creates items: an API key's own mode, or `None` for the owner,
    /// who sees both. An item named by its id has the mode of the request in both cases.
    pub(crate) fn only_mode(&self) -> Option<Mode> {
        match &self.actor {
            Actor::Key(_) => Some(self.mode),
            Actor::Owner(_) => None,
        }
    }

    /// Returns the mode of a list: the requested one, or the only one that the caller sees. Refuses an API key that
    /// requests the other mode.
    pub(crate) fn seen_mode(&self, requested: Option<Mode>) -> Result<Option<Mode>, Problem> {
        match (self.only_mode(), requested) {
            (Some(own), Some(requested)) if own != requested => {
                let detail = "Must be the mode of the API key, or left out.";
                Err(Problem::invalid(&[FieldError::parameter("mode", detail)]))
            }
            (own, requested) => Ok(own.or(requested)),
        }
    }
}
