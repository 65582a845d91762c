//! A client: its registration, the scopes that it may request, and its redirect URIs.

use std::time::Duration;

use foundation::Timestamp;

use super::address::resources_among;
use super::authentication::PreviousSecret;
use super::color::Color;
use super::jwks::Jwks;
use super::logo::Logo;
use super::own_page::is_own_page;
use super::redirect_uri;
use super::scope::Scope;
use super::words::{
    ApplicationType, AuthMethod, GrantType, RegisteredBy, RequestAlgorithm, SubjectType,
    TokenFormat,
};
use crate::protocol::keys::Algorithm;

/// Registered client.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    clippy::struct_field_names,
    reason = "each is a member of the registration, by its own name"
)]
pub(crate) struct Client {
    /// `client_id`.
    pub(crate) id: String,
    /// `client_name`, as consent pages show it.
    pub(crate) name: String,
    /// False if the client is deactivated and all its requests are refused.
    pub(crate) is_active: bool,
    pub(crate) registered_by: RegisteredBy,
    /// The digest of the client's secret, if it authenticates with one.
    pub(crate) secret_digest: Option<String>,
    /// The previous secrets, the newest first. Some may have expired.
    pub(crate) previous_secrets: Vec<PreviousSecret>,
    /// The authentication method of the client.
    pub(crate) auth_method: AuthMethod,
    /// The only algorithm of its assertions, if one is registered.
    pub(crate) token_endpoint_auth_signing_alg: Option<Algorithm>,
    /// True if its assertions may have the token endpoint as audience, and not only the issuer.
    pub(crate) token_endpoint_as_audience: bool,
    /// The only algorithm of its request objects, if one is registered.
    pub(crate) request_object_algorithm: Option<RequestAlgorithm>,
    /// True if each of its requests has to be a request object (RFC 9101 section 10.5).
    pub(crate) require_request_object: bool,
    /// The client's public keys, if they are part of the registration.
    pub(crate) jwks: Option<Jwks>,
    /// The URL of the client's public keys, if they are not.
    pub(crate) jwks_uri: Option<String>,
    pub(crate) application_type: ApplicationType,
    /// The redirect URIs of the authorization endpoint.
    pub(crate) redirect_uris: Vec<String>,
    /// The redirect URIs of sign-out.
    pub(crate) post_logout_redirect_uris: Vec<String>,
    /// The URL that receives logout tokens (OpenID Connect Back-Channel Logout section 2.2).
    pub(crate) backchannel_logout_uri: Option<String>,
    /// True if logout tokens must contain `sid`.
    pub(crate) backchannel_logout_session_required: bool,
    /// The grant types that the client may use at the token endpoint.
    pub(crate) grant_types: Vec<GrantType>,
    /// The scopes that the client may request in addition to the idp's own.
    pub(crate) scope: Scope,
    /// The resources that the client may request in addition to the default audience (RFC 8707).
    pub(crate) resources: Vec<String>,
    /// The algorithm that signs its ID tokens.
    pub(crate) id_token_algorithm: Algorithm,
    /// True if its ID tokens contain the claims that its scopes give at userinfo.
    pub(crate) userinfo_claims_in_id_token: bool,
    /// The algorithm that signs its userinfo responses; plain JSON if none.
    pub(crate) userinfo_algorithm: Option<Algorithm>,
    pub(crate) access_token_format: TokenFormat,
    /// True if its tokens are bound to a key of the client (RFC 9449 section 5.2).
    pub(crate) dpop_bound: bool,
    /// The registered refresh token rotation: true if each use returns a new token. `None` decides by the
    /// authentication method.
    pub(crate) refresh_token_rotation: Option<bool>,
    pub(crate) subject_type: SubjectType,
    /// The URL whose host is its sector, if one is registered.
    pub(crate) sector_identifier_uri: Option<String>,
    /// The sector of pairwise subjects: the host of `sector_identifier_uri`, the common host of the redirect URIs, or
    /// `client:` and the client's id.
    pub(crate) sector: Option<String>,
    /// True if a confidential client has to send a PKCE challenge; public clients always have to.
    pub(crate) require_pkce: bool,
    /// True if its authorization requests have to be pushed (RFC 9126 section 6).
    pub(crate) require_par: bool,
    /// The maximum age of a sign-in for requests without `max_age`.
    pub(crate) default_max_age: Option<Duration>,
    /// True if its ID tokens always contain `auth_time`.
    pub(crate) require_auth_time: bool,
    /// The authentication context classes for requests without `acr_values`, the preferred one first.
    pub(crate) default_acr_values: Vec<String>,
    /// The colour of buttons on the pages of its requests.
    pub(crate) color: Option<Color>,
    /// The logo on those pages.
    pub(crate) logo: Option<Logo>,
    /// The URL of its home page. Pages link to it and to the next three URLs; the server never fetches them.
    pub(crate) client_uri: Option<String>,
    /// The URL at which its website starts a sign-in (OpenID Connect Core section 4).
    pub(crate) initiate_login_uri: Option<String>,
    /// The URL of the privacy policy.
    pub(crate) policy_uri: Option<String>,
    /// The URL of the terms of service.
    pub(crate) tos_uri: Option<String>,
    /// Ways to contact the client's owners.
    pub(crate) contacts: Vec<String>,
    /// True if the client belongs to this installation and needs no consent.
    pub(crate) first_party: bool,
    /// The digest of the registration access token, with which the client manages its registration (RFC 7592).
    pub(crate) registration_token_digest: Option<String>,
    /// The time of the registration.
    pub(crate) created_at: Timestamp,
    /// The time of the last change.
    pub(crate) updated_at: Timestamp,
    /// The approximate time when the client last received tokens.
    pub(crate) last_used_at: Option<Timestamp>,
}

impl Client {
    /// Returns whether the client cannot keep a secret.
    pub(crate) fn is_public(&self) -> bool {
        self.auth_method == AuthMethod::None
    }

    /// Returns whether the client may use a grant type at the token endpoint. A client with a client ID metadata
    /// document never gets client credentials: no user or operator has approved tokens of its own.
    pub(crate) fn may_use(&self, grant_type: GrantType) -> bool {
        let is_for_itself = grant_type == GrantType::ClientCredentials;
        self.grant_types.contains(&grant_type) && !(is_for_itself && self.has_metadata_document())
    }

    /// Returns whether a grant of the client gets refresh tokens. The client needs the grant type, and either the
    /// user's consent to `offline_access` or a secret, without which its tokens are useless to others.
    pub(crate) fn has_refresh_tokens(&self, is_offline: bool) -> bool {
        self.may_use(GrantType::RefreshToken) && (is_offline || !self.is_public())
    }

    /// Returns true if each use of a refresh token returns a new one. A client that signs with its own key keeps its
    /// refresh token unless it is registered otherwise (FAPI 2.0 Security Profile section 5.3.2.1): with rotation a
    /// lost response would cost it the grant. RFC 9700 section 4.14.2 requires rotation only for public clients.
    pub(crate) fn rotates_refresh_tokens(&self) -> bool {
        let signs_by_key =
            self.auth_method == AuthMethod::PrivateKeyJwt || (self.dpop_bound && !self.is_public());
        self.refresh_token_rotation.unwrap_or(!signs_by_key)
    }

    /// Returns whether the authorization endpoint may redirect to this URI. Never redirects to our own pages: a native
    /// application chooses its port, and an older version registered such URIs.
    pub(crate) fn redirects_to(&self, address: &str, issuer: &str) -> bool {
        let kind = self.application_type;
        let mut known = self.redirect_uris.iter();
        !is_own_page(address, issuer) && known.any(|one| redirect_uri::matches(one, address, kind))
    }

    /// Returns whether sign-out may redirect to this URI; never to our own pages.
    pub(crate) fn signs_out_to(&self, address: &str, issuer: &str) -> bool {
        let kind = self.application_type;
        let mut known = self.post_logout_redirect_uris.iter();
        !is_own_page(address, issuer)
            && known.any(|one| redirect_uri::matches_after_sign_out(one, address, kind))
    }

    /// Returns the requested scopes that the client may have for a user: the idp's own scopes and its registered ones.
    /// Leaves out others, as OpenID Connect Core section 3.1.2.1 and RFC 6749 section 3.3 define; the token response
    /// lists the granted scopes. Leaves out `offline_access` without the refresh token grant, scopes with `idp.`, which
    /// only machines can have, and `account` unless the client is first-party.
    pub(crate) fn grantable(&self, requested: &Scope) -> Scope {
        requested.filtered(|word| match word {
            "offline_access" => self.may_use(GrantType::RefreshToken),
            own if Scope::OWN.contains(&own) => true,
            machines if machines.starts_with("idp.") => false,
            Scope::ACCOUNT => self.first_party && self.scope.contains(Scope::ACCOUNT),
            other => self.scope.contains(other),
        })
    }

    /// Returns the granted scopes that the client still has; `opened` are scopes of protected resources, open to all clients.
    pub(crate) fn still_grantable(&self, granted: &Scope, opened: Option<&Scope>) -> Scope {
        let own = self.grantable(granted);
        let Some(opened) = opened else {
            return own;
        };
        own.and(&granted.filtered(|word| opened.contains(word)))
    }

    /// Returns the scopes that the client may request from a user. Without `openid` these are only scopes of resource
    /// servers (RFC 6749 section 3.3), because scopes for claims have no effect. `None` if no scope is left.
    pub(crate) fn requestable(&self, requested: &Scope, opened: Option<&Scope>) -> Option<Scope> {
        let granted = self.still_grantable(requested, opened);
        if granted.contains("openid") {
            return Some(granted);
        }
        let is_about_people = |word: &str| word != "offline_access" && Scope::OWN.contains(&word);
        let granted = granted.filtered(|word| !is_about_people(word));
        let opens_something = granted.words().any(|word| word != "offline_access");
        opens_something.then_some(granted)
    }

    /// Returns the named resources (RFC 8707) as they are registered; the default audience may be one of them. `None`
    /// if the client may not request one.
    pub(crate) fn named_resources(&self, named: &[String], usual: &str) -> Option<Vec<String>> {
        let known = [std::slice::from_ref(&usual.to_owned()), &self.resources].concat();
        resources_among(named, &known)
    }
}
