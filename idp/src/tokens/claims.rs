//! What tokens and userinfo say about a user, as far as the scope allows.

use serde::Serialize;

use crate::clients::Scope;
use crate::users::User;

/// The claims of the scopes `profile` and `email` (OpenID Connect Core section 5.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct AboutUser<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email_verified: Option<bool>,
}

/// The claims about a user that a scope opens; what is not known is left out.
pub(crate) fn about_user<'a>(user: &'a User, scope: &Scope) -> AboutUser<'a> {
    let profile = scope.contains("profile");
    let email = user.email.as_deref().filter(|_| scope.contains("email"));
    AboutUser {
        name: user.name.as_deref().filter(|_| profile),
        picture: user.image.as_deref().filter(|_| profile),
        email,
        email_verified: email.map(|_| user.has_verified_email()),
    }
}
