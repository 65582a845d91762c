//! Parts of an explained transaction, as queries return them.

use foundation::Timestamp;

use crate::credits::ledger::lot::LotKind;
use crate::websites::UserSession;

/// One entry of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntryView {
    /// Kind of the account.
    pub(crate) account: String,
    /// Credits that the entry adds to the account; below zero if it takes them.
    pub(crate) amount: i64,
    /// Balance after the entry, on a wallet or a debt account.
    pub(crate) balance_after: Option<i64>,
}

/// Change of a lot by a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LotChange {
    /// Kind of the lot.
    pub(crate) kind: LotKind,
    /// Credits that came into the lot (above zero) or went out of it (below).
    pub(crate) amount: i64,
    /// Time from which the credits can no longer be used.
    pub(crate) expires_at: Option<Timestamp>,
    /// Code of the one feature that the credits are for.
    pub(crate) feature: Option<String>,
    /// Public id of the transaction that created the lot.
    pub(crate) transaction_id: String,
}

/// Cause of a transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TransactionCause {
    /// `request`, `signup`, `expiry`, `hold-expiry`, `merge`, `settlement` of a payment, or the kind of an outside cause.
    pub(crate) kind: String,
    /// Idempotency key of the request.
    pub(crate) idempotency_key: Option<String>,
    /// Name of the outside cause.
    pub(crate) reference: Option<String>,
    /// Public id of the hold that was captured.
    pub(crate) hold: Option<String>,
}

impl TransactionCause {
    /// Reads the cause from the operation key of a transaction.
    pub(crate) fn from_op_key(op_key: &str) -> Self {
        let (kind, rest) = op_key.split_once(':').unwrap_or((op_key, ""));
        let word = match kind {
            "key" => "request",
            "expire" => "expiry",
            "hold" => "hold-expiry",
            "settle" => "settlement",
            other => other,
        };
        Self {
            kind: word.to_owned(),
            idempotency_key: (kind == "key").then(|| rest.to_owned()),
            reference: (kind == "settle").then(|| payment_of(rest).to_owned()),
            ..Self::default()
        }
    }
}

/// Returns the payment of an operation key's rest, without the number of the transaction.
fn payment_of(rest: &str) -> &str {
    rest.rsplit_once(':').map_or(rest, |(payment, _)| payment)
}

/// Actor of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TransactionActor {
    /// `key`, `user` or `system`.
    pub(crate) kind: &'static str,
    /// Id of the API key or of the user.
    pub(crate) id: Option<String>,
    /// First characters of the API key.
    pub(crate) key_prefix: Option<String>,
    /// Client and session of the user.
    pub(crate) session: Option<UserSession>,
}

impl TransactionActor {
    /// Reads the actor from a transaction's text.
    pub(crate) fn parse(
        actor: String,
        key_prefix: Option<String>,
        session: Option<UserSession>,
    ) -> Self {
        let kind = if actor.starts_with("key_") {
            "key"
        } else if actor.starts_with("usr_") {
            "user"
        } else {
            "system"
        };
        Self {
            kind,
            id: (kind != "system").then_some(actor),
            key_prefix,
            session,
        }
    }
}

/// A transaction that gave credits back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReversalView {
    /// Public id of the reversal.
    pub(crate) id: String,
    /// Credits that it gave back.
    pub(crate) amount: i64,
    /// Booking time of the reversal.
    pub(crate) booked_at: Timestamp,
}
