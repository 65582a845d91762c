//! Executes operations that move money: the request, its idempotency key, and the response.

use std::time::Duration;

use foundation::Timestamp;

use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::capture::Capture;
use crate::credits::ledger::charge::{Charge, ChargeRefusal, HoldTerms};
use crate::credits::ledger::consumption::LotConsumption;
use crate::credits::ledger::feature::BilledFeature;
use crate::credits::ledger::lot::LotKind;
use crate::credits::ledger::operation::{Grant, LedgerOperation, ReversalRequest, Spend};
use crate::credits::store::hold_view::HoldView;
use crate::credits::store::rows::{Balance, Transaction};
use crate::customers::CustomerRef;
use crate::features::FeaturePrice;
use crate::idempotency::{Fingerprint, IdempotencyKey, StoredResponse};
use crate::problem::ProblemInstance;
use crate::websites::SiteAccess;

/// Context of a call that moves money: the caller, its idempotency key, and the rendering of its response.
pub(crate) struct CallContext {
    /// The website, the mode, and the actor.
    pub(crate) access: SiteAccess,
    /// The client's idempotency key.
    pub(crate) key: IdempotencyKey,
    /// Fingerprint of the request under this key.
    pub(crate) fingerprint: Fingerprint,
    /// Fields of the problem with which the server refuses the call.
    pub(crate) instance: ProblemInstance,
    /// Renders the response's body, which is stored and replayed. None if the outcome lacks what the response shows.
    pub(crate) render: fn(&OperationOutcome) -> Option<String>,
}

/// Outcome of an operation.
#[derive(Clone, Debug)]
pub(crate) struct OperationOutcome {
    /// The transaction; none if nothing was booked.
    pub(crate) transaction: Option<Transaction>,
    /// Credits taken from lots, in burn order.
    pub(crate) taken: Vec<LotConsumption>,
    /// The hold after the operation; none if the operation concerns no hold.
    pub(crate) hold: Option<HoldView>,
    /// The balance after the operation.
    pub(crate) balance: Balance,
}

/// A response, new or replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OperationResponse {
    /// The stored response.
    pub(crate) stored: StoredResponse,
    /// True if an earlier request got this response.
    pub(crate) is_replayed: bool,
}

/// A requested operation, and its target.
pub(crate) struct OperationRequest {
    /// Reference to the wallet.
    pub(crate) target: Target,
    /// The command; none if the request's amount is invalid.
    pub(crate) command: Option<LedgerCommand>,
    pub(crate) description: Option<String>,
    pub(crate) metadata: String,
}

/// Reference that leads to a wallet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Target {
    /// A customer.
    Customer(CustomerRef),
    /// A hold, by its public id.
    Hold(String),
    /// A transaction, by its public id.
    Transaction(String),
    /// A grant, by the public id of its transaction.
    Grant(String),
}

/// Command of an operation.
#[derive(Clone, Debug)]
pub(crate) enum LedgerCommand {
    /// Grant an amount, for any use or for one feature.
    Grant {
        amount: Amount,
        feature: Option<String>,
        kind: LotKind,
        expires_at: Option<Timestamp>,
        priority: i16,
    },
    /// Spend the cost of a charge.
    Spend(Charge),
    /// Reserve the cost of a charge.
    Hold(Charge, HoldTerms),
    /// Capture an amount of a hold, or the cost of a charge.
    Capture(Capture, Option<Charge>),
    /// Void a hold.
    Void(String),
    /// Extend a hold.
    Extend(String, Duration),
    /// Reverse a spend or a capture.
    Reverse(ReversalRequest),
    /// Take back what is left of a grant.
    VoidGrant(String),
}

impl LedgerCommand {
    /// Returns the code of the feature that the command names.
    pub(crate) fn feature(&self) -> Option<&str> {
        match self {
            Self::Grant { feature, .. } => feature.as_deref(),
            Self::Spend(charge) | Self::Hold(charge, _) => charge.feature(),
            Self::Capture(_, charge) => charge.as_ref()?.feature(),
            Self::Void(_) | Self::Extend(..) | Self::Reverse(_) | Self::VoidGrant(_) => None,
        }
    }

    /// Builds the ledger's operation and the charge for it. `offer` is the website's feature with the named code.
    pub(crate) fn operation(
        &self,
        op_key: &str,
        offer: Option<&FeaturePrice>,
    ) -> Result<(LedgerOperation, Option<BilledFeature>), ChargeRefusal> {
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
                (LedgerOperation::Grant(grant), charged.billed)
            }
            Self::Spend(charge) => {
                let charged = charge.at(offer)?;
                let feature = charged.feature_id();
                let spend = |amount| LedgerOperation::Spend(Spend { amount, feature });
                (
                    charged.cost.map_or(LedgerOperation::Nothing, spend),
                    charged.billed,
                )
            }
            Self::Hold(charge, terms) => {
                let charged = charge.at(offer)?;
                (
                    LedgerOperation::OpenHold(terms.open(&charged)?),
                    charged.billed,
                )
            }
            Self::Capture(capture, None) => (LedgerOperation::Capture(capture), None),
            Self::Capture(capture, Some(charge)) => {
                let charged = charge.at(offer)?;
                let amount = Some(charged.something()?);
                let capture = Capture { amount, ..capture };
                (LedgerOperation::Capture(capture), charged.billed)
            }
            Self::Void(hold) => (LedgerOperation::Void(hold), None),
            Self::Extend(hold, ttl) => (LedgerOperation::Extend(hold, ttl), None),
            Self::Reverse(reverse) => (LedgerOperation::Reverse(reverse), None),
            Self::VoidGrant(grant) => (LedgerOperation::VoidGrant(grant), None),
        })
    }

    /// Returns true if the command is allowed for an inactive user: it ends a hold that was opened before, or corrects a
    /// mistake.
    pub(crate) fn is_allowed_for_inactive_user(&self) -> bool {
        match self {
            Self::Capture(..) | Self::Void(_) | Self::Reverse(_) | Self::VoidGrant(_) => true,
            Self::Grant { .. } | Self::Spend(_) | Self::Hold(..) | Self::Extend(..) => false,
        }
    }
}
