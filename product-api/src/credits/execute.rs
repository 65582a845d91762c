//! Executing an operation that moves money: what is asked, for whom, under which key, and the answer.

use std::sync::Arc;
use std::time::Duration;

use foundation::Timestamp;

use super::amount::Amount;
use super::balance::Balance;
use super::book::BookOf;
use super::charge::{Billed, Charge, ChargeRefusal, HoldTerms};
use super::hold_view::HoldView;
use super::holding::Capture;
use super::job::Job;
use super::lot::LotKind;
use super::open::shelf;
use super::operation::{Grant, Operation, Spend};
use super::reversal::Reverse;
use super::statement::Transaction;
use super::taken::Taken;
use crate::app::App;
use crate::customers::CustomerRef;
use crate::features::Offer;
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
    /// Writes the answer's body; the bytes are stored and replayed. None when the operation has not made what it tells of.
    pub(crate) render: fn(&Done) -> Option<String>,
}

/// What was done.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    /// The transaction; none when nothing was booked.
    pub(crate) transaction: Option<Transaction>,
    /// What it took from which lots, in the order of use.
    pub(crate) taken: Vec<Taken>,
    /// The hold, as it is afterwards; none when it was about none.
    pub(crate) hold: Option<HoldView>,
    /// The balance afterwards.
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

/// What is asked, and about what.
pub(super) struct Order {
    /// Whose wallet it uses.
    pub(super) target: Target,
    /// What is to be done; none when what stood in the place of an amount is no amount.
    pub(super) act: Option<Act>,
    pub(super) description: Option<String>,
    pub(super) metadata: String,
}

/// What leads to the wallet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// A customer.
    Customer(CustomerRef),
    /// A hold, by its id outside.
    Hold(String),
    /// A transaction, by its id outside.
    Transaction(String),
    /// A grant, by its transaction's id outside.
    Grant(String),
}

/// What is to be done.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// Grant an amount, for any use or for one feature.
    Grant {
        amount: Amount,
        feature: Option<String>,
        kind: LotKind,
        expires_at: Option<Timestamp>,
        priority: i16,
    },
    /// Spend what something costs.
    Spend(Charge),
    /// Set aside what something costs.
    Hold(Charge, HoldTerms),
    /// Use what was set aside: so much, or what something costs.
    Capture(Capture, Option<Charge>),
    /// Give a hold up.
    Void(String),
    /// Give a hold more time.
    Extend(String, Duration),
    /// Give back what was used.
    Reverse(Reverse),
    /// Take back what is left of a grant.
    VoidGrant(String),
}

impl Act {
    /// The feature that it names.
    pub(super) fn feature(&self) -> Option<&str> {
        match self {
            Self::Grant { feature, .. } => feature.as_deref(),
            Self::Spend(charge) | Self::Hold(charge, _) => charge.feature(),
            Self::Capture(_, charge) => charge.as_ref()?.feature(),
            Self::Void(_) | Self::Extend(..) | Self::Reverse(_) | Self::VoidGrant(_) => None,
        }
    }

    /// The operation on an account, under the name of its transaction, and what it is for. `offer` is what the website
    /// has under the name of the feature.
    pub(super) fn operation(
        &self,
        op_key: &str,
        offer: Option<&Offer>,
    ) -> Result<(Operation, Option<Billed>), ChargeRefusal> {
        Ok(match self.clone() {
            Self::Grant {
                amount,
                feature,
                kind,
                expires_at,
                priority,
            } => {
                let charged = Charge::Amount(amount, feature).at(offer)?;
                let grant = Grant {
                    amount,
                    kind,
                    expires_at,
                    priority,
                    scope: charged.feature_id(),
                    source_kind: "grant",
                    source_ref: op_key.to_owned(),
                };
                (Operation::Grant(grant), charged.billed)
            }
            Self::Spend(charge) => {
                let charged = charge.at(offer)?;
                let feature = charged.feature_id();
                let spend = |amount| Operation::Spend(Spend { amount, feature });
                (
                    charged.cost.map_or(Operation::Nothing, spend),
                    charged.billed,
                )
            }
            Self::Hold(charge, terms) => {
                let charged = charge.at(offer)?;
                (Operation::OpenHold(terms.open(&charged)?), charged.billed)
            }
            Self::Capture(capture, None) => (Operation::Capture(capture), None),
            Self::Capture(capture, Some(charge)) => {
                let charged = charge.at(offer)?;
                let amount = Some(charged.something()?);
                let capture = Capture { amount, ..capture };
                (Operation::Capture(capture), charged.billed)
            }
            Self::Void(hold) => (Operation::Void(hold), None),
            Self::Extend(hold, ttl) => (Operation::Extend(hold, ttl), None),
            Self::Reverse(reverse) => (Operation::Reverse(reverse), None),
            Self::VoidGrant(grant) => (Operation::VoidGrant(grant), None),
        })
    }

    /// Whether it may be done for somebody whose account is switched off: what was begun is brought to
    /// its end, and what was wrong is put right.
    pub(super) fn ends_what_was_begun(&self) -> bool {
        match self {
            Self::Capture(..) | Self::Void(_) | Self::Reverse(_) | Self::VoidGrant(_) => true,
            Self::Grant { .. } | Self::Spend(_) | Self::Hold(..) | Self::Extend(..) => false,
        }
    }
}

/// Executes an operation once for its key, in one transaction with whatever else waits.
pub(super) async fn execute(app: &Arc<App>, call: Call, order: Order) -> Result<Answer, Problem> {
    if let Target::Customer(customer) = &order.target {
        let site = (call.access.website_id.as_str(), call.access.mode);
        app.limits.of_customer(|| customer.named_at(site))?;
    }
    let job = job(app, call, order).await?;
    app.ledger.coalescer.submit(app, job).await
}

/// An operation, ready to wait for its wave.
pub(super) async fn job(app: &App, call: Call, order: Order) -> Result<Job, Problem> {
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
    Ok(Job {
        attempt,
        call,
        shelf,
        order,
    })
}
