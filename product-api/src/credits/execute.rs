//! Executing an operation that moves money: what is asked, for whom, under which key, and the answer.

use std::sync::Arc;

use foundation::Timestamp;

use super::amount::Amount;
use super::balance::Balance;
use super::book::BookOf;
use super::ledger::{Grant, Operation, Spend};
use super::lot::LotKind;
use super::open::shelf;
use super::statement::Transaction;
use super::wave::Job;
use crate::app::App;
use crate::customers::CustomerRef;
use crate::idempotency::{Attempt, Fingerprint, IdempotencyKey, StoredAnswer};
use crate::problem::{Place, Problem};
use crate::websites::SiteAccess;

/// A call that moves money: who makes it, under which key, and how its answer is written.
pub(crate) struct Call {
    /// The website, the mode, and who acts.
    pub(crate) access: SiteAccess,
    /// The caller's name for this attempt.
    pub(crate) key: IdempotencyKey,
    /// What is asked under that name.
    pub(crate) fingerprint: Fingerprint,
    /// Where a refusal would occur.
    pub(crate) place: Place,
    /// Writes the answer's body; the bytes are stored and replayed.
    pub(crate) render: fn(&Done) -> String,
}

/// What was done.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    /// The transaction.
    pub(crate) transaction: Transaction,
    /// The balance after it.
    pub(crate) balance: Balance,
}

/// An answer, and whether it was given before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// Its bytes.
    pub(crate) stored: StoredAnswer,
    /// Whether it was given before.
    pub(crate) is_replayed: bool,
}

/// What is asked for whom.
pub(super) struct Order {
    pub(super) customer: CustomerRef,
    /// The amount; none when what stood there is no amount.
    pub(super) amount: Option<Amount>,
    pub(super) description: Option<String>,
    pub(super) metadata: String,
    pub(super) act: Act,
}

/// What is to be done with an amount.
#[derive(Clone, Copy, Debug)]
pub(super) enum Act {
    /// Grant it.
    Grant {
        kind: LotKind,
        expires_at: Option<Timestamp>,
        priority: i16,
    },
    /// Spend it.
    Spend,
}

impl Act {
    /// The operation on an account, under the name of its transaction.
    pub(super) fn operation(self, amount: Amount, op_key: &str) -> Operation {
        match self {
            Self::Grant {
                kind,
                expires_at,
                priority,
            } => Operation::Grant(Grant {
                amount,
                kind,
                expires_at,
                priority,
                source_kind: "grant",
                source_ref: op_key.to_owned(),
            }),
            Self::Spend => Operation::Spend(Spend {
                amount,
                feature: None,
            }),
        }
    }
}

/// Executes an operation once for its key, in one transaction with whatever else waits.
pub(super) async fn execute(app: &Arc<App>, call: Call, order: Order) -> Result<Answer, Problem> {
    let of = BookOf {
        website_id: Some(call.access.website_id.clone()),
        mode: call.access.mode,
    };
    let shelf = shelf(app, &of).await?;
    let attempt = Attempt {
        tenant: format!("{}:{}", call.access.website_id, call.access.mode),
        key: call.key.clone(),
        fingerprint: call.fingerprint.clone(),
    };
    let job = Job {
        attempt,
        call,
        shelf,
        order,
    };
    app.ledger.coalescer.submit(app, job).await
}
