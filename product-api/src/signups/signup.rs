//! What a website gives each customer at the first contact.

/// A website's sign-up grant in one mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SignupGrant {
    /// How many credits.
    pub(crate) amount: i64,
    /// For how many days they can be used; for ever when none.
    pub(crate) expires_days: Option<i64>,
    /// Whether it is given.
    pub(crate) is_enabled: bool,
}
