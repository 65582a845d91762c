//! A user of the idp.

use foundation::Timestamp;

use super::profile_claims::{ProfileClaim, ProfileClaims};

/// User of the idp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct User {
    /// `usr_…`: the `sub` of every token, which never changes.
    pub(crate) id: String,
    /// The display name if it is known.
    pub(crate) name: Option<String>,
    /// The normalised email address; `email_verified_at` is empty until the user or another system has proven it.
    pub(crate) email: Option<String>,
    /// The time when the address was last proven.
    pub(crate) email_verified_at: Option<Timestamp>,
    /// The URL of a picture.
    pub(crate) image: Option<String>,
    /// Other claims from the user or a provider.
    pub(crate) profile: ProfileClaims,
    /// True if the user is an operator of the installation.
    pub(crate) is_operator: bool,
    /// True if the user may sign in.
    pub(crate) is_active: bool,
    /// The time when the user was created.
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
}

impl User {
    /// Returns the `email_verified` claim: true if there is an address and it was proven.
    pub(crate) fn has_verified_email(&self) -> bool {
        self.email.is_some() && self.email_verified_at.is_some()
    }

    /// Returns the `preferred_username` claim: the user's own choice, or the part of the email address before `@`,
    /// without a `+` tag. The claim is neither an identifier nor unique (OpenID Connect Core section 5.7).
    pub(crate) fn preferred_username(&self) -> Option<&str> {
        let given = self.profile.get(ProfileClaim::PreferredUsername);
        given.or_else(|| self.username_of_address())
    }

    fn username_of_address(&self) -> Option<&str> {
        let (local, _domain) = self.email.as_deref()?.rsplit_once('@')?;
        let plain = local.split('+').next().unwrap_or_default();
        Some(if plain.is_empty() { local } else { plain })
    }

    /// Returns the `name` claim for websites: the display name, or the preferred username.
    pub(crate) fn name_or_username(&self) -> Option<&str> {
        self.name.as_deref().or_else(|| self.preferred_username())
    }

    /// Returns the account's name as users and their devices show it.
    pub(crate) fn shown_name(&self) -> &str {
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
