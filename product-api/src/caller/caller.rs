//! Callers: the verified identity of a request's sender.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use foundation::jose::Claims;
use poem_openapi::Enum;

use super::cap::SpendCap;
use super::scope::Scopes;
use super::view::Viewer;
use crate::audit::UserSession;

/// The mode of credits.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[oai(rename_all = "lowercase")]
pub(crate) enum Mode {
    /// Live credits.
    Live,
    /// Test credits, for trials; they are separate from live ones.
    Test,
}

impl Mode {
    /// Both modes.
    pub(crate) const BOTH: [Self; 2] = [Self::Live, Self::Test];

    /// Returns the word in the database, in API keys and in responses.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Test => "test",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Mode {
    type Err = UnknownMode;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::BOTH
            .into_iter()
            .find(|mode| mode.word() == text)
            .ok_or(UnknownMode)
    }
}

/// A text that is no mode.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the mode is neither live nor test")]
pub(crate) struct UnknownMode;

/// A verified caller.
#[derive(Clone, Debug)]
pub(crate) enum Caller {
    /// A user, by an access token.
    User(Arc<UserToken>),
    /// An operator who views the product as another user, and may only read.
    Viewer(Viewer),
    /// A website's back end, by an API key.
    Key(ApiKey),
    /// A program of its own, by a client-credentials token: it has no user and no website.
    Program(ProgramToken),
}

/// The verified access token of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProgramToken {
    /// The program's client at the idp.
    pub(crate) client_id: String,
    /// The scopes that the program requested, among those that the operator registered for it.
    pub(crate) scopes: Scopes,
    /// The thumbprint of the key that the token is bound to (RFC 9449), if it is.
    pub(crate) bound_to: Option<String>,
}

impl ProgramToken {
    /// Returns the program of verified claims that belong to no user.
    pub(super) fn from_claims(claims: &Claims) -> Self {
        Self {
            client_id: claims.text("client_id").unwrap_or_default().to_owned(),
            scopes: Scopes::parse(claims.text("scope").unwrap_or_default()),
            bound_to: claims.inner_text("cnf", "jkt").map(ToOwned::to_owned),
        }
    }
}

/// The verified access token of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UserToken {
    /// The user's id, at the idp and here.
    pub(crate) sub: String,
    /// The client that the token was issued to.
    pub(crate) client_id: String,
    /// The session at the idp in which the token was issued.
    pub(crate) session_id: String,
    /// The token's id, if it has one.
    pub(crate) token_id: Option<String>,
    /// The grant at the idp on which the token depends.
    pub(crate) grant_id: Option<String>,
    /// The scopes that the user granted.
    pub(crate) scopes: Scopes,
    /// The name, if the scope `profile` was granted.
    pub(crate) name: Option<String>,
    /// The URL of the image, if the scope `profile` was granted.
    pub(crate) image: Option<String>,
    /// The email address, if the scope `email` was granted.
    pub(crate) email: Option<String>,
    /// True if the idp has verified that address.
    pub(crate) email_verified: bool,
    /// True if the idp says that the user is an operator.
    pub(crate) is_operator: bool,
    /// The thumbprint of the key that the token is bound to (RFC 9449), if it is.
    pub(crate) bound_to: Option<String>,
    /// The time of the sign-in, in seconds since the epoch, if the token has it.
    pub(crate) auth_time: Option<i64>,
    /// The time at which the token was issued, in seconds since the epoch.
    pub(crate) issued: i64,
    /// The time at which the token expires, in seconds since the epoch.
    pub(crate) expires: i64,
}

impl UserToken {
    /// Returns the session of the token.
    pub(crate) fn session(&self) -> UserSession {
        UserSession {
            client_id: self.client_id.clone(),
            session_id: self.session_id.clone(),
            token_id: self.token_id.clone(),
        }
    }

    /// Returns the user of verified claims; `None` if the token is a program's own.
    pub(super) fn from_claims(claims: &Claims) -> Option<Self> {
        let text = |name| claims.text(name).map(ToOwned::to_owned);
        // A user's token names its session. RFC 9068 says of programs' tokens only that `sub` is the client.
        let session_id = text("sid")?;
        let sub = text("sub").filter(|sub| !sub.is_empty())?;
        let client_id = text("client_id").filter(|client_id| *client_id != sub)?;
        Some(Self {
            sub,
            client_id,
            session_id,
            token_id: text("jti"),
            grant_id: text("grant_id"),
            scopes: Scopes::parse(claims.text("scope").unwrap_or_default()),
            name: text("name"),
            image: text("picture"),
            email: text("email"),
            email_verified: claims.flag("email_verified") == Some(true),
            is_operator: claims.texts("roles").contains(&"operator"),
            bound_to: claims.inner_text("cnf", "jkt").map(ToOwned::to_owned),
            auth_time: claims.number("auth_time"),
            issued: claims.number("iat").unwrap_or_default(),
            expires: claims.number("exp").unwrap_or_default(),
        })
    }
}

/// A usable API key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiKey {
    /// The key's id, never its secret.
    pub(crate) id: String,
    /// The website that it belongs to.
    pub(crate) website_id: String,
    /// The mode of the credits that it moves.
    pub(crate) mode: Mode,
    /// The scopes.
    pub(crate) scopes: Scopes,
    /// True if its website is suspended, or the website's owner is inactive.
    pub(crate) is_suspended: bool,
    /// The spend limit, if there is one.
    pub(crate) cap: Option<SpendCap>,
}
