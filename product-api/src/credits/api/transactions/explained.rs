//! Wire types of an explained transaction.

use poem_openapi::Object;
use poem_openapi::types::Example;

use super::listed::ListedTransactionDto;
use crate::credits::queries::explain::Explanation;
use crate::credits::store::explanation_views::{
    EntryView, LotChange, ReversalView, TransactionActor, TransactionCause,
};
use crate::features::PriceDto;
use crate::schema::{Instant, Nullable};

/// One entry of a transaction; the amounts of all entries add up to zero.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Entry")]
struct EntryDto {
    /// The account: `wallet`, `debt`, or one of the website's system accounts: `issued.purchase`, `issued.subscription`,
    /// `issued.promo`, `issued.adjustment`, `spent`, `expired`, `clawed_back`, `written_off`, `transferred`.
    account: String,
    /// The amount that the entry adds to the account.
    amount: i64,
    /// The balance of the wallet or the debt after the entry; null for system accounts.
    balance_after: Nullable<i64>,
}

impl From<EntryView> for EntryDto {
    fn from(entry: EntryView) -> Self {
        Self {
            account: entry.account,
            amount: entry.amount,
            balance_after: entry.balance_after.into(),
        }
    }
}

/// A change of a lot: credits of one grant with one expiry.
#[derive(Clone, Debug, Object)]
#[oai(rename = "LotChange")]
struct LotChangeDto {
    /// The origin of the credits.
    kind: String,
    /// The credits that were added to the lot (above zero) or taken from it (below zero).
    amount: i64,
    /// The time from which the credits can no longer be used; null for never.
    expires_at: Nullable<Instant>,
    /// The code of the only feature that the credits can be used for; null for any use.
    feature: Nullable<String>,
    /// The id of the transaction that created the lot.
    transaction_id: String,
}

impl From<LotChange> for LotChangeDto {
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

/// The cause of a transaction.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Cause")]
struct CauseDto {
    /// `request` (a request to the API), `signup` (a customer's first contact), `expiry` (credits expired), `hold-expiry` (a
    /// hold expired), `merge` (two customers were merged, or separated again), `settlement` (a payment was refunded or
    /// disputed), or the kind of an external cause.
    kind: String,
    /// The idempotency key of the request; null for other causes, and in responses to the user.
    idempotency_key: Nullable<String>,
    /// The reference of the external cause.
    reference: Nullable<String>,
    /// The captured hold.
    hold: Nullable<String>,
}

impl From<TransactionCause> for CauseDto {
    fn from(cause: TransactionCause) -> Self {
        Self {
            kind: cause.kind,
            idempotency_key: cause.idempotency_key.into(),
            reference: cause.reference.into(),
            hold: cause.hold.into(),
        }
    }
}

/// The actor of a transaction, as far as known. Responses to the user contain the kind only.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Actor")]
struct ActorDto {
    /// `key` (the website's back end), `user` (a user) or `system` (an automatic transaction).
    kind: String,
    /// The id of the key or the user.
    id: Nullable<String>,
    /// The first characters of the API key.
    key_prefix: Nullable<String>,
    /// The OAuth client of the user's token.
    client_id: Nullable<String>,
    /// The user's session at the identity provider.
    session_id: Nullable<String>,
    /// The id of the user's token (RFC 7519 section 4.1.7).
    jti: Nullable<String>,
}

impl From<TransactionActor> for ActorDto {
    fn from(who: TransactionActor) -> Self {
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

/// A transaction that reversed another one.
#[derive(Clone, Debug, Object)]
#[oai(rename = "ReversalOf")]
struct ReversalDto {
    /// The id of the transaction.
    id: String,
    /// The returned credits.
    amount: i64,
    /// The booking time.
    booked_at: Instant,
}

impl From<ReversalView> for ReversalDto {
    fn from(reversal: ReversalView) -> Self {
        Self {
            id: reversal.id,
            amount: reversal.amount,
            booked_at: Instant(reversal.booked_at),
        }
    }
}

/// A transaction with all its details.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TransactionExplained", example)]
pub(crate) struct ExplanationDto {
    /// The transaction.
    transaction: ListedTransactionDto,
    /// The entries; their amounts add up to zero.
    entries: Vec<EntryDto>,
    /// The changes of lots.
    lots: Vec<LotChangeDto>,
    /// The price that determined the amount; null if the request stated the amount.
    price: Nullable<PriceDto>,
    /// The cause of the transaction.
    cause: CauseDto,
    /// The actor of the transaction.
    actor: ActorDto,
    /// The transaction that this one reverses, in part or completely; null for others.
    reverses: Nullable<String>,
    /// The transactions that reversed this one.
    reversals: Vec<ReversalDto>,
}

impl From<Explanation> for ExplanationDto {
    fn from(explanation: Explanation) -> Self {
        Self {
            transaction: explanation.listed.into(),
            entries: explanation.entries.into_iter().map(Into::into).collect(),
            lots: explanation.lots.into_iter().map(Into::into).collect(),
            price: explanation.price.map(PriceDto::from).into(),
            cause: explanation.cause.into(),
            actor: explanation.actor.into(),
            reverses: explanation.reverses.into(),
            reversals: explanation.reversals.into_iter().map(Into::into).collect(),
        }
    }
}

impl Example for ExplanationDto {
    fn example() -> Self {
        let entry = |account: &str, amount, balance_after: Option<i64>| EntryDto {
            account: account.to_owned(),
            amount,
            balance_after: balance_after.into(),
        };
        Self {
            transaction: ListedTransactionDto::example(),
            entries: vec![entry("wallet", -5, Some(95)), entry("spent", 5, None)],
            lots: vec![LotChangeDto {
                kind: "promo".to_owned(),
                amount: -5,
                expires_at: None.into(),
                feature: None.into(),
                transaction_id: "txn_0192f0c4a1b27c3d8e9f001122334400".to_owned(),
            }],
            price: Some(PriceDto::example()).into(),
            cause: CauseDto {
                kind: "request".to_owned(),
                idempotency_key: Some("8e03978e-40d5-43dd-bc93-6894a57f9324".to_owned()).into(),
                reference: None.into(),
                hold: None.into(),
            },
            actor: ActorDto {
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
