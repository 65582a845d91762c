//! A pending operation, which waits for its commit batch, and its outcome.

use std::sync::Arc;

use foundation::{Connection, Failure};
use serde_json::json;

use super::request::{CallContext, OperationOutcome, OperationRequest, Target};
use crate::app::App;
use crate::audit::{Action, with_reason};
use crate::credits::ledger::consumption;
use crate::credits::ledger::feature::BilledFeature;
use crate::credits::ledger::operation::OperationEffect;
use crate::credits::ledger::posting::{Attribution, TransactionDetails, Txn};
use crate::credits::ledger::state::AccountState;
use crate::credits::ledger::txn_kind::TxnKind;
use crate::credits::queries::books::BookContext;
use crate::credits::store::hold_view::HoldView;
use crate::credits::store::rows::{Balance, Transaction};
use crate::customers::Customer;
use crate::idempotency::KeyedRequest;
use crate::websites::Actor;

/// Stored in place of a result's id if an operation cost nothing and booked nothing.
pub(crate) const FREE: &str = "free";

/// An operation that waits for its commit batch.
pub(crate) struct PendingOperation {
    /// Idempotency key and fingerprint of the request.
    pub(crate) attempt: KeyedRequest,
    /// Context of the call.
    pub(crate) call: CallContext,
    /// Book of the operation.
    pub(crate) context: Arc<BookContext>,
    /// The requested operation.
    pub(crate) request: OperationRequest,
}

impl OperationOutcome {
    /// Returns the public id of the result: a transaction or a hold.
    pub(crate) fn result_id(&self) -> &str {
        let transaction = self.transaction.as_ref();
        let hold = self.hold.as_ref();
        transaction
            .map(|transaction| transaction.id.as_str())
            .or(hold.map(|hold| hold.id.as_str()))
            .unwrap_or(FREE)
    }
}

impl PendingOperation {
    /// Returns the details of the operation's transaction.
    pub(crate) fn details(
        &self,
        op_key: String,
        billed: Option<BilledFeature>,
    ) -> TransactionDetails {
        TransactionDetails {
            op_key,
            actor: self.call.access.actor.to_string(),
            description: self.request.description.clone(),
            metadata: self.request.metadata.clone(),
            attribution: Attribution {
                billed,
                session: self.call.access.session.clone(),
            },
        }
    }

    /// Returns the public id of the hold that the operation names.
    pub(crate) fn hold(&self) -> Option<&str> {
        match &self.request.target {
            Target::Hold(id) => Some(id),
            Target::Customer(_) | Target::Transaction(_) | Target::Grant(_) => None,
        }
    }

    /// Returns the public id of the transaction that the operation takes back.
    pub(crate) fn original(&self) -> Option<&str> {
        match &self.request.target {
            Target::Transaction(id) | Target::Grant(id) => Some(id),
            Target::Customer(_) | Target::Hold(_) => None,
        }
    }

    /// Returns the outcome for the response.
    pub(crate) fn outcome(
        &self,
        state: &AccountState,
        done: OperationEffect,
        customer: &Customer,
    ) -> OperationOutcome {
        let site = self.context.website.clone();
        let public_id_of = |id: i64| {
            let original = state.originals.iter().find(|original| original.id == id);
            original.map(|original| original.public_id.clone())
        };
        let of_txn = |txn: &Txn| Transaction {
            id: txn.public_id.clone(),
            kind: txn.kind.name().to_owned(),
            amount: txn.amount,
            balance_after: txn.balance_after,
            customer_id: Some(customer.id.clone()),
            website: site.clone(),
            reverses: txn.reverses.and_then(public_id_of),
            billed: txn.details.attribution.billed.clone(),
            description: txn.details.description.clone(),
            metadata: txn.details.metadata.clone(),
            booked_at: txn.booked_at,
        };
        let transaction = done.txn.and_then(|index| state.writes.txns.get(index));
        let hold = done.hold.and_then(|index| state.holds.get(index));
        OperationOutcome {
            taken: transaction.map_or_else(Vec::new, |txn| consumption::by(txn, state)),
            transaction: transaction.map(of_txn),
            hold: hold.map(|hold| HoldView::new(hold, &customer.id)),
            balance: Balance::after(
                &state.account,
                &self.context.book,
                customer,
                site.clone(),
                self.call.access.mode,
            ),
        }
    }

    /// Records an owner's operation in the audit log. Operations of an API key are recorded in the transactions only.
    pub(crate) async fn audit(
        &self,
        app: &App,
        db: &mut Connection<'_>,
        done: &OperationOutcome,
    ) -> Result<(), Failure> {
        let access = &self.call.access;
        let (Actor::Owner(_), Some(transaction)) = (&access.actor, &done.transaction) else {
            return Ok(());
        };
        let details = json!({"customer": transaction.customer_id, "amount": transaction.amount});
        let details = with_reason(details, self.request.description.as_deref());
        let action = action_of(&transaction.kind);
        access
            .record(app, db, action.on(&transaction.id, details))
            .await
    }
}

/// Returns the audit action for the kind of a transaction.
fn action_of(kind: &str) -> Action {
    match TxnKind::from_name(kind) {
        Some(TxnKind::Reversal) => Action::CreditsReversed,
        Some(TxnKind::Void) => Action::GrantVoided,
        Some(
            TxnKind::Grant
            | TxnKind::Spend
            | TxnKind::Capture
            | TxnKind::Expiry
            | TxnKind::Transfer
            | TxnKind::ClawBack
            | TxnKind::WriteOff,
        )
        | None => Action::CreditsGranted,
    }
}
