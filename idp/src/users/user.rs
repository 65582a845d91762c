//! A person known to the idp.

use foundation::Timestamp;

use super::profile_claims::{ProfileClaim, ProfileClaims};

/// A person known to the idp (seed: User, the identity part).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct User {
    /// `usr_…`: the `sub` of every token, for ever.
    pub(crate) id: String,
    /// The display name, when one is known.
    pub(crate) name: Option<String>,
    /// The normalised address; only a proven one is ever stored.
    pub(crate) email: Option<String>,
    /// When the address was last proven.
    pub(crate) email_verified_at: Option<Timestamp>,
    /// The address of a picture.
    pub(crate) image: Option<String>,
    /// Other claims that the person or a provider gave.
    pub(crate) profile: ProfileClaims,
    /// Whether this person operates the installation.
    pub(crate) is_operator: bool,
    /// Whether this person may sign in.
    pub(crate) is_active: bool,
    /// When the person first signed in.
    pub(crate) created_at: Timestamp,
    /// When this record last changed.
    pub(crate) updated_at: Timestamp,
}

impl User {
    /// The `email_verified` claim: whether there is an address and it was proven.
    pub(crate) fn has_verified_email(&self) -> bool {
        self.email.is_some() && self.email_verified_at.is_some()
    }

    /// Returns the `preferred_username` claim: the one that the person gave, or else the address before its `@`, without a
    /// `+` tag. It is no identifier, and not unique (OpenID Connect Core section 5.7).
    pub(crate) fn preferred_username(&self) -> Option<&str> {
        let given = self.profile.get(ProfileClaim::PreferredUsername);
        given.or_else(|| self.username_of_address())
    }

    fn username_of_address(&self) -> Option<&str> {
        let (local, _domain) = self.email.as_deref()?.rsplit_once('@')?;
        let plain = local.split('+').next().unwrap_or_default();
        Some(if plain.is_empty() { local } else { plain })
    }

    /// Returns the `name` claim for websites: the name that the person gave, or else the preferred username.
    pub(crate) fn name_or_username(&self) -> Option<&str> {
        self.name.as_deref().or_else(|| self.preferred_username())
    }

    /// What people and their devices call the account.
    pub(crate) fn called(&self) -> &str {
        let name = self.email.as_deref().or(self.name.as_deref());
        name.unwrap_or(&self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_not_given_is_derived_from_the_address() {
        let now = Timestamp::from_seconds(1_800_000_000);
        let rows = [
            (None, Some("ann@example.com"), Some("ann"), Some("ann")),
            (
                None,
                Some("ann.lee+shop@example.com"),
                Some("ann.lee"),
                Some("ann.lee"),
            ),
            (None, Some("+x@example.com"), Some("+x"), Some("+x")),
            (
                Some("Ann"),
                Some("ann@example.com"),
                Some("Ann"),
                Some("ann"),
            ),
            (Some("Ann"), None, Some("Ann"), None),
            (None, None, None, None),
        ];
        for (name, email, expected_name, expected_username) in rows {
            let user = User {
                id: "usr_1".to_owned(),
                name: name.map(ToOwned::to_owned),
                email: email.map(ToOwned::to_owned),
                email_verified_at: Some(now),
                image: None,
                profile: ProfileClaims::default(),
                is_operator: false,
                is_active: true,
                created_at: now,
                updated_at: now,
            };
            assert_eq!(user.name_or_username(), expected_name, "{name:?} {email:?}");
            assert_eq!(user.preferred_username(), expected_username, "{email:?}");
            let mut user = user;
            let given = Some("lee".to_owned());
            user.profile.set(ProfileClaim::PreferredUsername, given);
            assert_eq!(user.preferred_username(), Some("lee"));
            assert_eq!(user.name_or_username(), name.or(Some("lee")));
        }
    }
}
