//! Claims of tokens and userinfo about a user, limited by scope and `claims` parameter.

use serde::Serialize;

use crate::identity::users::{ProfileClaim, User};
use crate::protocol::claims::{ClaimsRequest, PERSONAL};
use crate::protocol::clients::Scope;

/// Claims about a user (OpenID Connect Core section 5.4), as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct UserProfileClaims<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    given_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    family_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    locale: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zoneinfo: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preferred_username: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_at: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email_verified: Option<bool>,
}

/// Place of the claims, with the scope and requests that permit them there.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ClaimsTarget<'a> {
    /// In access tokens, for resource servers: the claims of the scope that the user gave.
    AccessToken(&'a Scope),
    /// In ID tokens: claims that the request names individually. The scope is only for clients with
    /// `userinfo_claims_in_id_token`: with an access token, the claims of a scope belong to userinfo (section 5.4).
    IdToken(Option<&'a Scope>, &'a ClaimsRequest),
    /// At userinfo: the claims of the scope, and those that the request names individually.
    Userinfo(&'a Scope, &'a ClaimsRequest),
}

impl ClaimsTarget<'_> {
    fn permits(self, name: &str) -> bool {
        let by_scope = |scope: &Scope| {
            let opened = PERSONAL.iter().find(|(claim, _)| *claim == name);
            opened.is_some_and(|(_, word)| scope.contains(word))
        };
        match self {
            Self::AccessToken(scope) => {
                matches!(name, "name" | "picture" | "email" | "email_verified") && by_scope(scope)
            }
            Self::IdToken(scope, requested) => {
                scope.is_some_and(by_scope) || requested.is_for_id_token(name)
            }
            Self::Userinfo(scope, requested) => by_scope(scope) || requested.is_for_userinfo(name),
        }
    }
}

/// Returns the permitted claims about a user, without unknown ones.
pub(crate) fn user_claims<'a>(user: &'a User, opened: ClaimsTarget<'_>) -> UserProfileClaims<'a> {
    let is_open = |name: &str| opened.permits(name);
    let name = match opened {
        ClaimsTarget::AccessToken(_) => user.name.as_deref(),
        ClaimsTarget::IdToken(..) | ClaimsTarget::Userinfo(..) => user.name_or_username(),
    };
    let username = user.preferred_username();
    let known = |claim: ProfileClaim| user.profile.get(claim).filter(|_| is_open(claim.name()));
    UserProfileClaims {
        name: name.filter(|_| is_open("name")),
        given_name: known(ProfileClaim::GivenName),
        family_name: known(ProfileClaim::FamilyName),
        locale: known(ProfileClaim::Locale),
        zoneinfo: known(ProfileClaim::Zoneinfo),
        preferred_username: username.filter(|_| is_open("preferred_username")),
        picture: user.image.as_deref().filter(|_| is_open("picture")),
        updated_at: is_open("updated_at").then(|| user.updated_at.seconds()),
        email: user.email.as_deref().filter(|_| is_open("email")),
        email_verified: user
            .email
            .as_ref()
            .filter(|_| is_open("email_verified"))
            .map(|_| user.has_verified_email()),
    }
}
