//! The credits that each new customer of a website gets.

/// A website's sign-up grant in one mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SignupGrant {
    /// Number of credits.
    pub(crate) amount: i64,
    /// Days until the credits expire; never if none.
    pub(crate) expires_days: Option<i64>,
    /// True if new customers get the credits.
    pub(crate) is_enabled: bool,
}
