//! A client: what it is, what it may ask for, and where its answers may go.

use foundation::Timestamp;

use super::color::Color;
use super::logo::Logo;
use super::redirect_uri;
use super::scope::Scope;
use crate::keys::Algorithm;

/// How a client proves itself at the token endpoint (RFC 7591 section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AuthMethod {
    /// Not at all: a public client.
    None,
    /// By HTTP Basic.
    ClientSecretBasic,
    /// By a form parameter.
    ClientSecretPost,
}

impl AuthMethod {
    const ALL: [Self; 3] = [Self::None, Self::ClientSecretBasic, Self::ClientSecretPost];

    /// Its registered name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::ClientSecretBasic => "client_secret_basic",
            Self::ClientSecretPost => "client_secret_post",
        }
    }

    /// The method of a registered name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

/// Where a client runs (OpenID Connect Dynamic Client Registration section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ApplicationType {
    /// On a server or in a browser.
    Web,
    /// On a person's machine: its loopback port may vary, and it may have a scheme of its own (RFC 8252).
    Native,
}

impl ApplicationType {
    /// Its registered name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Native => "native",
        }
    }

    /// The type of a registered name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        [Self::Web, Self::Native]
            .into_iter()
            .find(|one| one.name() == name)
    }
}

/// What a client may present at the token endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum GrantType {
    /// An authorization code.
    AuthorizationCode,
    /// Its own credentials.
    ClientCredentials,
    /// A refresh token.
    RefreshToken,
}

impl GrantType {
    /// Every type.
    pub(crate) const ALL: [Self; 3] = [
        Self::AuthorizationCode,
        Self::ClientCredentials,
        Self::RefreshToken,
    ];

    /// Its registered name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::AuthorizationCode => "authorization_code",
            Self::ClientCredentials => "client_credentials",
            Self::RefreshToken => "refresh_token",
        }
    }

    /// The type of a registered name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

/// A registered client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Client {
    /// `client_id`.
    pub(crate) id: String,
    /// `client_name`, as consent pages show it.
    pub(crate) name: String,
    /// The digest of its secret; a public client has none.
    pub(crate) secret_digest: Option<String>,
    /// How it proves itself.
    pub(crate) auth_method: AuthMethod,
    /// Where it runs.
    pub(crate) application_type: ApplicationType,
    /// Where answers of the authorization endpoint may go.
    pub(crate) redirect_uris: Vec<String>,
    /// Where browsers may go after sign-out.
    pub(crate) post_logout_redirect_uris: Vec<String>,
    /// What it may present at the token endpoint.
    pub(crate) grant_types: Vec<GrantType>,
    /// The words it may ask for beside the idp's own.
    pub(crate) scope: Scope,
    /// What its ID tokens are signed with.
    pub(crate) id_token_algorithm: Algorithm,
    /// Whether it has to send a PKCE challenge; public clients always have to.
    pub(crate) require_pkce: bool,
    /// The colour of buttons on pages that its requests lead to.
    pub(crate) color: Option<Color>,
    /// Its logo on those pages.
    pub(crate) logo: Option<Logo>,
    /// Whether it belongs to this installation: no consent is asked.
    pub(crate) first_party: bool,
    /// When it was registered.
    pub(crate) created_at: Timestamp,
    /// When it was last changed.
    pub(crate) updated_at: Timestamp,
}

impl Client {
    /// Whether it cannot keep a secret.
    pub(crate) fn is_public(&self) -> bool {
        self.auth_method == AuthMethod::None
    }

    /// Whether it has to send a PKCE challenge (RFC 9700 section 2.1.1).
    pub(crate) fn needs_pkce(&self) -> bool {
        self.is_public() || self.require_pkce
    }

    /// Whether it may present this at the token endpoint.
    pub(crate) fn may_use(&self, grant_type: GrantType) -> bool {
        self.grant_types.contains(&grant_type)
    }

    /// Whether answers may go to this address.
    pub(crate) fn redirects_to(&self, address: &str) -> bool {
        self.redirect_uris
            .iter()
            .any(|one| redirect_uri::matches(one, address, self.application_type))
    }

    /// Whether browsers may go to this address after sign-out.
    pub(crate) fn signs_out_to(&self, address: &str) -> bool {
        self.post_logout_redirect_uris
            .iter()
            .any(|one| redirect_uri::matches(one, address, self.application_type))
    }

    /// What of a scope it may have for a user: the idp's own words and those registered for it. Others are
    /// left out, as OpenID Connect Core section 3.1.2.1 and RFC 6749 section 3.3 have it; the token
    /// answer says what was granted. `offline_access` means nothing to a client without refresh tokens, and
    /// what `idp.` words allow is for machines: no user can hand it to a client.
    pub(crate) fn grantable(&self, asked: &Scope) -> Scope {
        asked.filtered(|word| match word {
            "offline_access" => self.may_use(GrantType::RefreshToken),
            own if Scope::OWN.contains(&own) => true,
            machines if machines.starts_with("idp.") => false,
            other => self.scope.contains(other),
        })
    }
}
