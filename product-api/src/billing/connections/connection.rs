//! A connection: a Stripe account in one mode, through which books sell.

use foundation::Timestamp;

use super::connection_state::{ConnectionState, ConnectionTrouble};
use crate::billing::currency::Currency;
use crate::caller::Mode;

/// Purpose under which keys are sealed.
pub(super) const KEY_PURPOSE: &str = "stripe-key";
/// Purpose under which secrets of endpoints are sealed.
pub(super) const ENDPOINT_PURPOSE: &str = "stripe-endpoint";
/// Number of wrong signatures in a row that degrades a connection.
pub(super) const MAX_BAD_SIGNATURES: i64 = 3;

/// The owner of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionOwner {
    /// The platform.
    Platform,
    /// A user who owns websites.
    User(String),
}

impl ConnectionOwner {
    /// Returns the word of the kind in the table.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Platform => "platform",
            Self::User(_) => "user",
        }
    }

    /// Returns the id in the table; empty for the platform.
    pub(super) fn id(&self) -> &str {
        match self {
            Self::Platform => "",
            Self::User(id) => id,
        }
    }

    /// Reads the columns of the table; `None` for an unknown kind.
    pub(super) fn from_columns(kind: &str, id: String) -> Option<Self> {
        match kind {
            "platform" => Some(Self::Platform),
            "user" => Some(Self::User(id)),
            _ => None,
        }
    }
}

/// The way in which events arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// Stripe sends them to an endpoint of this installation.
    Webhook,
    /// This installation reads them from Stripe.
    Poll,
}

impl Delivery {
    /// Returns the word in the table and in responses.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Webhook => "webhook",
            Self::Poll => "poll",
        }
    }

    /// Returns the delivery with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        let mut both = [Self::Webhook, Self::Poll].into_iter();
        both.find(|delivery| delivery.word() == word)
    }
}

/// A Stripe account in one mode, with its sealed key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StripeConnection {
    /// The id, `scn_…`.
    pub(crate) id: String,
    /// The owner.
    pub(crate) owner: ConnectionOwner,
    /// The mode of the account and of the books that sell through it.
    pub(crate) mode: Mode,
    /// Stripe's id of the account.
    pub(crate) account_id: String,
    /// The name of the account; empty if the key may not read it.
    pub(crate) account_name: String,
    /// The country of the account; empty if the key may not read it.
    pub(crate) country: String,
    /// The currency in which the account is paid out, if it is known here.
    pub(crate) default_currency: Option<Currency>,
    /// The key, sealed; empty once the account is disconnected.
    pub(crate) sealed_key: String,
    /// The key's kind and its last characters.
    pub(crate) key_hint: String,
    /// A new key that has not passed its check yet, sealed.
    pub(crate) sealed_next_key: Option<String>,
    /// The state.
    pub(crate) state: ConnectionState,
    /// The reason of the state, as the table has it.
    pub(crate) reason: Option<String>,
    /// The way in which events arrive.
    pub(crate) delivery: Delivery,
    /// The newest event that was read, if events are polled.
    pub(crate) poll_cursor: Option<String>,
    /// The time up to which objects were compared with Stripe's.
    pub(crate) list_cursor: Timestamp,
    /// Number of deliveries with a wrong signature since the last right one.
    pub(crate) bad_signatures: i64,
    /// The time of the last check that came to an end.
    pub(crate) checked_at: Option<Timestamp>,
    /// The time of its creation.
    pub(crate) created_at: Timestamp,
}

impl StripeConnection {
    /// Returns the reason of the state.
    pub(crate) fn trouble(&self) -> Option<ConnectionTrouble> {
        self.reason.as_deref().and_then(ConnectionTrouble::parse)
    }
}
