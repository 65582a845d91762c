//! A transaction explained, on the wire.

use poem_openapi::Object;
use poem_openapi::types::Example;

use super::listed::ListedAnswer;
use crate::credits::explain::{Cause, EntryView, Explanation, LotChange, ReversalView, Who};
use crate::features::PriceAnswer;
use crate::schema::{Instant, Nullable};

/// One leg of a transaction; together they add up to zero.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Entry")]
struct EntryAnswer {
    /// The account: `wallet`, `debt`, or one of the website's own: `issued.purchase`, `issued.subscription`,
    /// `issued.promo`, `issued.adjustment`, `spent`, `expired`, `clawed_back`, `written_off`, `transferred`.
    account: String,
    /// What it adds to the account.
    amount: i64,
    /// What the wallet holds, or the debt is, after it; null on the website's own accounts.
    balance_after: Nullable<i64>,
}

impl From<EntryView> for EntryAnswer {
    fn from(entry: EntryView) -> Self {
        Self {
            account: entry.account,
            amount: entry.amount,
            balance_after: entry.balance_after.into(),
        }
    }
}

/// What a transaction did to credits that came and expire together.
#[derive(Clone, Debug, Object)]
#[oai(rename = "LotChange")]
struct LotChangeAnswer {
    /// What they came from.
    kind: String,
    /// The credits that came into the lot (above zero) or went out of it (below).
    amount: i64,
    /// From when they can no longer be used; null for never.
    expires_at: Nullable<Instant>,
    /// The code of the one feature that they can be used for; null for any use.
    feature: Nullable<String>,
    /// The transaction that the lot came with.
    transaction_id: String,
}

impl From<LotChange> for LotChangeAnswer {
    fn from(change: LotChange) -> Self {
        Self {
            kind: change.kind.name().to_owned(),
            amount: change.amount,
            expires_at: change.expires_at.map(Instant).into(),
            feature: change.feature.into(),
            transaction_id: change.transaction_id,
        }
    }
}

/// What caused a transaction.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Cause")]
struct CauseAnswer {
    /// `request` (somebody asked for it), `signup` (a customer's first contact), `expiry` (credits ran out of time),
    /// `hold-expiry` (a hold did), `merge` (two customers turned out to be one person, or not to be), or the kind of an
    /// outside cause.
    kind: String,
    /// The idempotency key of the request; null for other causes, and to the account holder.
    idempotency_key: Nullable<String>,
    /// The name of the outside cause.
    reference: Nullable<String>,
    /// The hold that it captured from.
    hold: Nullable<String>,
}

impl From<Cause> for CauseAnswer {
    fn from(cause: Cause) -> Self {
        Self {
            kind: cause.kind,
            idempotency_key: cause.idempotency_key.into(),
            reference: cause.reference.into(),
            hold: cause.hold.into(),
        }
    }
}

/// Who did it, as far as known. The account holder is told the kind only.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Actor")]
struct ActorAnswer {
    /// `key` (the website's back end), `user` (a person) or `system` (nobody: time went on).
    kind: String,
    /// The id of the key or of the person.
    id: Nullable<String>,
    /// The first characters of the key.
    key_prefix: Nullable<String>,
    /// The client that held the person's token.
    client_id: Nullable<String>,
    /// The session at the identity provider that the token came from.
    session_id: Nullable<String>,
    /// The id of that token (RFC 7519 section 4.1.7).
    jti: Nullable<String>,
}

impl From<Who> for ActorAnswer {
    fn from(who: Who) -> Self {
        let token_id = who.session.as_ref();
        let token_id = token_id.and_then(|session| session.token_id.clone());
        let (client_id, session_id) = who
            .session
            .map(|session| (session.client_id, session.session_id))
            .unzip();
        Self {
            kind: who.kind.to_owned(),
            id: who.id.into(),
            key_prefix: who.key_prefix.into(),
            client_id: client_id.into(),
            session_id: session_id.into(),
            jti: token_id.into(),
        }
    }
}

/// A transaction that gave credits back.
#[derive(Clone, Debug, Object)]
#[oai(rename = "ReversalOf")]
struct ReversalAnswer {
    /// Its id.
    id: String,
    /// The credits that came back.
    amount: i64,
    /// When it counts from.
    booked_at: Instant,
}

impl From<ReversalView> for ReversalAnswer {
    fn from(reversal: ReversalView) -> Self {
        Self {
            id: reversal.id,
            amount: reversal.amount,
            booked_at: Instant(reversal.booked_at),
        }
    }
}

/// Everything that is known of a transaction.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TransactionExplained", example)]
pub(super) struct ExplainedAnswer {
    /// The transaction.
    transaction: ListedAnswer,
    /// Its entries; they add up to zero.
    entries: Vec<EntryAnswer>,
    /// What it took from lots, or gave to them.
    lots: Vec<LotChangeAnswer>,
    /// The price that decided the amount; null when the amount was said outright.
    price: Nullable<PriceAnswer>,
    /// What caused it.
    cause: CauseAnswer,
    /// Who did it.
    actor: ActorAnswer,
    /// The transaction that it gives back, in part or whole; null for others.
    reverses: Nullable<String>,
    /// Transactions that gave it back.
    reversals: Vec<ReversalAnswer>,
}

impl From<Explanation> for ExplainedAnswer {
    fn from(told: Explanation) -> Self {
        Self {
            transaction: told.listed.into(),
            entries: told.entries.into_iter().map(Into::into).collect(),
            lots: told.lots.into_iter().map(Into::into).collect(),
            price: told.price.map(PriceAnswer::from).into(),
            cause: told.cause.into(),
            actor: told.actor.into(),
            reverses: told.reverses.into(),
            reversals: told.reversals.into_iter().map(Into::into).collect(),
        }
    }
}

impl Example for ExplainedAnswer {
    fn example() -> Self {
        let entry = |account: &str, amount, balance_after: Option<i64>| EntryAnswer {
            account: account.to_owned(),
            amount,
            balance_after: balance_after.into(),
        };
        Self {
            transaction: ListedAnswer::example(),
            entries: vec![entry("wallet", -5, Some(95)), entry("spent", 5, None)],
            lots: vec![LotChangeAnswer {
                kind: "promo".to_owned(),
                amount: -5,
                expires_at: None.into(),
                feature: None.into(),
                transaction_id: "txn_0192f0c4a1b27c3d8e9f001122334400".to_owned(),
            }],
            price: Some(PriceAnswer::example()).into(),
            cause: CauseAnswer {
                kind: "request".to_owned(),
                idempotency_key: Some("8e03978e-40d5-43dd-bc93-6894a57f9324".to_owned()).into(),
                reference: None.into(),
                hold: None.into(),
            },
            actor: ActorAnswer {
                kind: "key".to_owned(),
                id: Some("key_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
                key_prefix: Some("tg_live_Q7xB".to_owned()).into(),
                client_id: None.into(),
                session_id: None.into(),
                jti: None.into(),
            },
            reverses: None.into(),
            reversals: Vec::new(),
        }
    }
}
