//! States of a connection: what happens to it, and the state that follows.

use std::fmt;
use std::str::FromStr;

/// The state of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionState {
    /// Its key works, and its endpoint is being made.
    Checking,
    /// It works.
    Active,
    /// It works, except for the part that its reason names.
    Degraded,
    /// Stripe refuses its key; no call is made until it has a new one.
    Revoked,
    /// Its key is erased and its books are unlinked.
    Disconnected,
}

impl ConnectionState {
    /// All states.
    pub(crate) const ALL: [Self; 5] = [
        Self::Checking,
        Self::Active,
        Self::Degraded,
        Self::Revoked,
        Self::Disconnected,
    ];

    /// Returns the word in the table and in responses.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Checking => "checking",
            Self::Active => "active",
            Self::Degraded => "degraded",
            Self::Revoked => "revoked",
            Self::Disconnected => "disconnected",
        }
    }

    /// Returns true if calls may be made with the connection's key.
    pub(crate) const fn is_usable(self) -> bool {
        matches!(self, Self::Active | Self::Degraded)
    }

    /// Returns the state after an event; `None` if the event changes nothing.
    pub(super) fn after(self, event: &ConnectionEvent) -> Option<StateChange> {
        match (self, event) {
            (Self::Disconnected, _)
            | (Self::Checking, ConnectionEvent::Trouble(_))
            | (Self::Revoked, ConnectionEvent::Trouble(_) | ConnectionEvent::KeyRefused)
            | (Self::Active, ConnectionEvent::CheckPassed) => None,
            (Self::Checking, ConnectionEvent::KeyRefused) => Some(StateChange::Deleted),
            (Self::Checking | Self::Degraded | Self::Revoked, ConnectionEvent::CheckPassed) => {
                Some(StateChange::to(Self::Active))
            }
            (Self::Active | Self::Degraded, ConnectionEvent::Trouble(trouble)) => {
                Some(StateChange::To(Self::Degraded, Some(trouble.clone())))
            }
            (Self::Active | Self::Degraded, ConnectionEvent::KeyRefused) => {
                let reason = Some(ConnectionTrouble::KeyRefused);
                Some(StateChange::To(Self::Revoked, reason))
            }
        }
    }
}

impl FromStr for ConnectionState {
    type Err = UnknownState;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut all = Self::ALL.into_iter();
        all.find(|state| state.word() == text).ok_or(UnknownState)
    }
}

/// A text that is no state of a connection.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the state of a connection is unknown")]
pub(crate) struct UnknownState;

/// The reason why a connection is degraded or revoked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionTrouble {
    /// The key lacks a permission, which Stripe or our list names.
    MissingPermission(String),
    /// Stripe has no endpoint of this connection any more.
    EndpointMissing,
    /// The endpoint is switched off at Stripe.
    EndpointOff,
    /// Three deliveries in a row had a wrong signature.
    BadSignatures,
    /// Stripe has not answered for ten minutes.
    Unreachable,
    /// Stripe has events that it did not deliver.
    Silent,
    /// Stripe does not know the key, or its owner revoked it.
    KeyRefused,
}

const MISSING_PERMISSION: &str = "missing-permission";

impl ConnectionTrouble {
    /// Returns the word of the reason, without the name of a permission.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::MissingPermission(_) => MISSING_PERMISSION,
            Self::EndpointMissing => "endpoint-missing",
            Self::EndpointOff => "endpoint-off",
            Self::BadSignatures => "bad-signatures",
            Self::Unreachable => "unreachable",
            Self::Silent => "silent",
            Self::KeyRefused => "key-refused",
        }
    }

    /// Returns the name of the missing permission, if that is the reason.
    pub(crate) fn permission(&self) -> Option<&str> {
        match self {
            Self::MissingPermission(name) => Some(name),
            Self::EndpointMissing
            | Self::EndpointOff
            | Self::BadSignatures
            | Self::Unreachable
            | Self::Silent
            | Self::KeyRefused => None,
        }
    }

    /// Reads the text of the table; `None` for an unknown one.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if let Some((MISSING_PERMISSION, name)) = text.split_once(' ') {
            return Some(Self::MissingPermission(name.to_owned()));
        }
        let mut others = [
            Self::EndpointMissing,
            Self::EndpointOff,
            Self::BadSignatures,
            Self::Unreachable,
            Self::Silent,
            Self::KeyRefused,
        ]
        .into_iter();
        others.find(|trouble| trouble.word() == text)
    }
}

/// The text of the table: the word, and the name of a missing permission behind a blank.
impl fmt::Display for ConnectionTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        match self.permission() {
            Some(name) => write!(f, " {name}"),
            None => Ok(()),
        }
    }
}

/// An event that may change the state of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionEvent {
    /// A check found all as it must be.
    CheckPassed,
    /// A part does not work.
    Trouble(ConnectionTrouble),
    /// Stripe refused the key with 401.
    KeyRefused,
}

/// A change of a connection's state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StateChange {
    /// The connection gets a state with its reason.
    To(ConnectionState, Option<ConnectionTrouble>),
    /// The connection is deleted, because it never worked.
    Deleted,
}

impl StateChange {
    const fn to(state: ConnectionState) -> Self {
        Self::To(state, None)
    }
}

#[cfg(test)]
mod tests {
    use super::ConnectionState::{Active, Checking, Degraded, Disconnected, Revoked};
    use super::*;

    #[test]
    fn connection_state_follows_from_events() {
        let trouble = || ConnectionEvent::Trouble(ConnectionTrouble::EndpointOff);
        let degraded = || StateChange::To(Degraded, Some(ConnectionTrouble::EndpointOff));
        let revoked = || StateChange::To(Revoked, Some(ConnectionTrouble::KeyRefused));
        let passed = || ConnectionEvent::CheckPassed;
        let refused = || ConnectionEvent::KeyRefused;
        let rows = [
            // state, event, next
            (Checking, passed(), Some(StateChange::to(Active))),
            (Checking, trouble(), None),
            (Checking, refused(), Some(StateChange::Deleted)),
            (Active, passed(), None),
            (Active, trouble(), Some(degraded())),
            (Active, refused(), Some(revoked())),
            (Degraded, passed(), Some(StateChange::to(Active))),
            (Degraded, trouble(), Some(degraded())),
            (Degraded, refused(), Some(revoked())),
            (Revoked, passed(), Some(StateChange::to(Active))),
            (Revoked, trouble(), None),
            (Revoked, refused(), None),
            (Disconnected, passed(), None),
            (Disconnected, trouble(), None),
            (Disconnected, refused(), None),
        ];
        for (state, event, next) in rows {
            assert_eq!(state.after(&event), next, "{state:?} {event:?}");
        }
    }

    #[test]
    fn calls_are_made_while_the_key_counts() {
        let usable = ConnectionState::ALL
            .into_iter()
            .filter(|state| state.is_usable());
        assert_eq!(usable.collect::<Vec<_>>(), [Active, Degraded]);
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        for state in ConnectionState::ALL {
            assert_eq!(state.word().parse::<ConnectionState>().unwrap(), state);
        }
        assert!("open".parse::<ConnectionState>().is_err());
        let troubles = [
            ConnectionTrouble::MissingPermission("Events: read".to_owned()),
            ConnectionTrouble::EndpointMissing,
            ConnectionTrouble::EndpointOff,
            ConnectionTrouble::BadSignatures,
            ConnectionTrouble::Unreachable,
            ConnectionTrouble::Silent,
            ConnectionTrouble::KeyRefused,
        ];
        for trouble in troubles {
            let text = trouble.to_string();
            assert_eq!(ConnectionTrouble::parse(&text), Some(trouble), "{text}");
        }
        assert_eq!(ConnectionTrouble::parse("missing-permission"), None);
        assert_eq!(ConnectionTrouble::parse(""), None);
    }
}
