//! A person known to the idp.

use foundation::Timestamp;

/// A person known to the idp (seed: User, the identity part).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// `usr_…`: the `sub` of every token, for ever.
    pub id: String,
    /// The display name, when one is known.
    pub name: Option<String>,
    /// The normalised address; only a proven one is ever stored.
    pub email: Option<String>,
    /// When the address was last proven.
    pub email_verified_at: Option<Timestamp>,
    /// The address of a picture.
    pub image: Option<String>,
    /// Whether this person operates the installation.
    pub is_operator: bool,
    /// Whether this person may sign in.
    pub is_active: bool,
    /// When the person first signed in.
    pub created_at: Timestamp,
    /// When this record last changed.
    pub updated_at: Timestamp,
}

impl User {
    /// The `email_verified` claim: whether there is an address and it was proven.
    pub fn has_verified_email(&self) -> bool {
        self.email.is_some() && self.email_verified_at.is_some()
    }
}
