//! A client: what it is, what it may ask for, and where its answers may go.

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
use crate::keys::Algorithm;

/// A registered client.
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
    /// Whether it may do anything at all.
    pub(crate) is_active: bool,
    /// Who registered it.
    pub(crate) registered_by: RegisteredBy,
    /// The digest of its secret, if it proves itself by one.
    pub(crate) secret_digest: Option<String>,
    /// The previous secret, while it is valid.
    pub(crate) previous_secret: Option<PreviousSecret>,
    /// How it proves itself.
    pub(crate) auth_method: AuthMethod,
    /// The only algorithm of its assertions, if it named one.
    pub(crate) token_endpoint_auth_signing_alg: Option<Algorithm>,
    /// True if its assertions may be for the token endpoint, and not for the issuer alone.
    pub(crate) token_endpoint_as_audience: bool,
    /// The only algorithm of its request objects, if it named one.
    pub(crate) request_object_algorithm: Option<RequestAlgorithm>,
    /// Whether each of its requests has to be a request object (RFC 9101 section 10.5).
    pub(crate) require_request_object: bool,
    /// Its public keys, if they came with the registration.
    pub(crate) jwks: Option<Jwks>,
    /// Where its public keys are, if they did not.
    pub(crate) jwks_uri: Option<String>,
    /// Where it runs.
    pub(crate) application_type: ApplicationType,
    /// Where answers of the authorization endpoint may go.
    pub(crate) redirect_uris: Vec<String>,
    /// Where browsers may go after sign-out.
    pub(crate) post_logout_redirect_uris: Vec<String>,
    /// Where it is told of sessions that ended (OpenID Connect Back-Channel Logout section 2.2).
    pub(crate) backchannel_logout_uri: Option<String>,
    /// Whether it is told which session, too.
    pub(crate) backchannel_logout_session_required: bool,
    /// What it may present at the token endpoint.
    pub(crate) grant_types: Vec<GrantType>,
    /// The words it may ask for beside the idp's own.
    pub(crate) scope: Scope,
    /// The resources it may name beside the usual audience (RFC 8707).
    pub(crate) resources: Vec<String>,
    /// What its ID tokens are signed with.
    pub(crate) id_token_algorithm: Algorithm,
    /// Whether its ID tokens hold the claims that its scopes open at userinfo.
    pub(crate) userinfo_claims_in_id_token: bool,
    /// What its userinfo is signed with; plain JSON when nothing.
    pub(crate) userinfo_algorithm: Option<Algorithm>,
    /// How its access tokens look.
    pub(crate) access_token_format: TokenFormat,
    /// Whether its tokens are bound to a key of its own (RFC 9449 section 5.2).
    pub(crate) dpop_bound: bool,
    /// Its own wish on rotation: true if each use of a refresh token gives a new one. `None` leaves that to its proof.
    pub(crate) refresh_token_rotation: Option<bool>,
    /// How users are named to it.
    pub(crate) subject_type: SubjectType,
    /// The address whose host is its sector, if it registered one.
    pub(crate) sector_identifier_uri: Option<String>,
    /// What pairwise names are for: the host of the address before, the one host of its redirect URIs, or `client:` and
    /// its own id.
    pub(crate) sector: Option<String>,
    /// Whether a confidential client has to send a PKCE challenge; public clients always have to.
    pub(crate) require_pkce: bool,
    /// Whether its authorization requests have to be pushed (RFC 9126 section 6).
    pub(crate) require_par: bool,
    /// How old a sign-in may be when its request does not say.
    pub(crate) default_max_age: Option<Duration>,
    /// Whether its ID tokens always say when the sign-in was.
    pub(crate) require_auth_time: bool,
    /// The kinds of sign-in it wants when its request does not say, the best first.
    pub(crate) default_acr_values: Vec<String>,
    /// The colour of buttons on pages that its requests lead to.
    pub(crate) color: Option<Color>,
    /// Its logo on those pages.
    pub(crate) logo: Option<Logo>,
    /// Its home page, shown as a link and never fetched, as the next three.
    pub(crate) client_uri: Option<String>,
    /// The page at which its site begins a sign-in here (OpenID Connect Core section 4).
    pub(crate) initiate_login_uri: Option<String>,
    /// How it treats data.
    pub(crate) policy_uri: Option<String>,
    /// Its terms.
    pub(crate) tos_uri: Option<String>,
    /// How its owners are reached.
    pub(crate) contacts: Vec<String>,
    /// Whether it belongs to this installation: no consent is asked.
    pub(crate) first_party: bool,
    /// The digest of the token that lets it change its own registration (RFC 7592).
    pub(crate) registration_token_digest: Option<String>,
    /// When it was registered.
    pub(crate) created_at: Timestamp,
    /// When it was last changed.
    pub(crate) updated_at: Timestamp,
    /// About when it last got tokens.
    pub(crate) last_used_at: Option<Timestamp>,
}

impl Client {
    /// Whether it cannot keep a secret.
    pub(crate) fn is_public(&self) -> bool {
        self.auth_method == AuthMethod::None
    }

    /// Whether it may present this at the token endpoint. A client that is its own document acts for people who allow it
    /// something, whatever it says: nobody who is asked stands behind a token of its own.
    pub(crate) fn may_use(&self, grant_type: GrantType) -> bool {
        let is_for_itself = grant_type == GrantType::ClientCredentials;
        self.grant_types.contains(&grant_type) && !(is_for_itself && self.is_its_own_document())
    }

    /// Whether a grant of it gets refresh tokens: it is registered for them, and its user was asked for
    /// `offline_access` or it keeps a secret, without which its tokens are of no use to others.
    pub(crate) fn has_refresh_tokens(&self, is_offline: bool) -> bool {
        self.may_use(GrantType::RefreshToken) && (is_offline || !self.is_public())
    }

    /// Returns true if each use of a refresh token gives a new one. A client that signs with a key of its own keeps its refresh
    /// token unless it is registered otherwise (FAPI 2.0 Security Profile section 5.3.2.1): with rotation a lost answer
    /// costs it the grant. RFC 9700 section 4.14.2 asks rotation of public clients alone.
    pub(crate) fn rotates_refresh_tokens(&self) -> bool {
        let signs_by_key =
            self.auth_method == AuthMethod::PrivateKeyJwt || (self.dpop_bound && !self.is_public());
        self.refresh_token_rotation.unwrap_or(!signs_by_key)
    }

    /// Whether answers may go to this address. None goes to a page of ours: a native application picks its port, and an
    /// older version took such an address.
    pub(crate) fn redirects_to(&self, address: &str, issuer: &str) -> bool {
        let kind = self.application_type;
        let mut known = self.redirect_uris.iter();
        !is_own_page(address, issuer) && known.any(|one| redirect_uri::matches(one, address, kind))
    }

    /// Whether browsers may go to this address after sign-out; no page of ours is one.
    pub(crate) fn signs_out_to(&self, address: &str, issuer: &str) -> bool {
        let kind = self.application_type;
        let mut known = self.post_logout_redirect_uris.iter();
        !is_own_page(address, issuer)
            && known.any(|one| redirect_uri::matches_after_sign_out(one, address, kind))
    }

    /// What of a scope it may have for a user: the idp's own words and those registered for it. Others are
    /// left out, as OpenID Connect Core section 3.1.2.1 and RFC 6749 section 3.3 have it; the token
    /// answer says what was granted. `offline_access` means nothing to a client without refresh tokens, and
    /// what `idp.` words allow is for machines: no user can hand it to a client. What a person may do with the account is
    /// for clients of this installation.
    pub(crate) fn grantable(&self, asked: &Scope) -> Scope {
        asked.filtered(|word| match word {
            "offline_access" => self.may_use(GrantType::RefreshToken),
            own if Scope::OWN.contains(&own) => true,
            machines if machines.starts_with("idp.") => false,
            Scope::ACCOUNT => self.first_party && self.scope.contains(Scope::ACCOUNT),
            other => self.scope.contains(other),
        })
    }

    /// What of a granted scope it still has; `opened` are words of protected resources, which any client may have there.
    pub(crate) fn still_grantable(&self, granted: &Scope, opened: Option<&Scope>) -> Scope {
        let own = self.grantable(granted);
        let Some(opened) = opened else {
            return own;
        };
        own.and(&granted.filtered(|word| opened.contains(word)))
    }

    /// What of a scope it may ask a person for: with `openid` who they are, without it what a resource server opens
    /// (RFC 6749 section 3.3). `None` when nothing of that is left; words about a person open nothing without `openid`.
    pub(crate) fn askable(&self, asked: &Scope, opened: Option<&Scope>) -> Option<Scope> {
        let granted = self.still_grantable(asked, opened);
        if granted.contains("openid") {
            return Some(granted);
        }
        let is_about_people = |word: &str| word != "offline_access" && Scope::OWN.contains(&word);
        let granted = granted.filtered(|word| !is_about_people(word));
        let opens_something = granted.words().any(|word| word != "offline_access");
        opens_something.then_some(granted)
    }

    /// The resources that it names (RFC 8707), as they are registered for it; the usual audience may be one of them.
    /// `None` when it may not name one.
    pub(crate) fn named_resources(&self, named: &[String], usual: &str) -> Option<Vec<String>> {
        let known = [std::slice::from_ref(&usual.to_owned()), &self.resources].concat();
        resources_among(named, &known)
    }
}
