//! Reasons that an attempt to sign in through a provider fails.

/// Reason that an attempt fails, with an error code for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProviderRefusal {
    /// The attempt cannot start.
    CannotStart,
    /// The provider's document contradicts the settings or must not be followed.
    Misconfigured,
    /// A check failed, or the provider's responses are invalid.
    NotProven,
    /// The provider refused the sign-in.
    DeniedByProvider,
    /// The provider's response names no user.
    UnknownUser,
    /// The sign-in at the provider is too old, or the provider does not state its time.
    NotFresh,
}

impl ProviderRefusal {
    /// Returns the error code; without one the user just starts again.
    pub(crate) fn code(self) -> Option<&'static str> {
        match self {
            Self::CannotStart => Some("OAuthSignin"),
            Self::Misconfigured => Some("Configuration"),
            Self::NotProven => Some("OAuthCallback"),
            Self::DeniedByProvider => Some("Callback"),
            Self::UnknownUser => None,
            Self::NotFresh => Some("NotFresh"),
        }
    }
}
