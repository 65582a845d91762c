//! A person known to the idp.

use foundation::Timestamp;

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

    /// What people and their devices call the account.
    pub(crate) fn called(&self) -> &str {
        let name = self.email.as_deref().or(self.name.as_deref());
        name.unwrap_or(&self.id)
    }
}
