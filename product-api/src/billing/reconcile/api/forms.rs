//! Wire types of findings.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::reconcile::finding::{BillingFinding, FindingState};
use crate::billing::reconcile::list::FindingPage;
use crate::schema::{Instant, Nullable};

/// The state of a finding.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "BillingFindingState", rename_all = "lowercase")]
pub(super) enum FindingStateName {
    /// Both sides differ.
    Open,
    /// Both sides agree again.
    Repaired,
    /// The owner or the operator has accepted the difference.
    Accepted,
}

impl From<FindingState> for FindingStateName {
    fn from(state: FindingState) -> Self {
        match state {
            FindingState::Open => Self::Open,
            FindingState::Repaired => Self::Repaired,
            FindingState::Accepted => Self::Accepted,
        }
    }
}

impl From<FindingStateName> for FindingState {
    fn from(name: FindingStateName) -> Self {
        match name {
            FindingStateName::Open => Self::Open,
            FindingStateName::Repaired => Self::Repaired,
            FindingStateName::Accepted => Self::Accepted,
        }
    }
}

/// A difference between our records and Stripe's that no repair removes.
#[derive(Object)]
#[oai(rename = "BillingFinding", example)]
pub(super) struct BillingFindingDto {
    /// The finding's id.
    id: String,
    /// The connection's id.
    connection_id: String,
    /// The user who owns the connection and can accept the finding; null for the platform, whose findings the operator accepts.
    owner_user_id: Nullable<String>,
    /// The kind: `paid-not-granted`, `granted-not-paid`, `amount-mismatch`, `currency-mismatch`, `mode-mismatch`,
    /// `customer-mismatch`, `clawback-mismatch`, `unmapped-price`, `drifted-price`, `two-subscriptions`, `paid-after-end`,
    /// `two-customers`, `unknown-status`, `balance-unexplained` or `journal-mismatch`. Later versions add kinds.
    kind: String,
    /// The kind of the object: `session`, `payment`, `price`, `customer`, `subscription` or `invoice`.
    object_kind: String,
    /// The object's id at Stripe; of a payment the id of its payment intent, of a customer the kind and the id of the owner.
    stripe_object: String,
    /// Our side.
    ours: String,
    /// Stripe's side.
    theirs: String,
    /// The state.
    state: FindingStateName,
    /// The reason for which it was accepted; null unless it was.
    reason: Nullable<String>,
    /// The time at which it was closed; null while it is open.
    closed_at: Nullable<Instant>,
    /// The user who accepted it; null unless it was accepted.
    closed_by: Nullable<String>,
    /// The time at which it was found first.
    created_at: Instant,
}

impl From<BillingFinding> for BillingFindingDto {
    fn from(finding: BillingFinding) -> Self {
        Self {
            id: finding.id,
            connection_id: finding.connection_id,
            owner_user_id: finding.owner_user_id.into(),
            kind: finding.kind.word().to_owned(),
            object_kind: finding.object_kind.word().to_owned(),
            stripe_object: finding.object_id,
            ours: finding.ours,
            theirs: finding.theirs,
            state: finding.state.into(),
            reason: finding.reason.into(),
            closed_at: finding.closed_at.map(Instant).into(),
            closed_by: finding.closed_by.into(),
            created_at: Instant(finding.created_at),
        }
    }
}

impl Example for BillingFindingDto {
    fn example() -> Self {
        Self {
            id: "fnd_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            connection_id: "scn_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            owner_user_id: Some("usr_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            kind: "granted-not-paid".to_owned(),
            object_kind: "payment".to_owned(),
            stripe_object: "pi_3a1b2c".to_owned(),
            ours: "paid".to_owned(),
            theirs: "canceled".to_owned(),
            state: FindingStateName::Accepted,
            reason: Some("Paid in cash, ticket 4711".to_owned()).into(),
            closed_at: Some(Instant(Timestamp::from_seconds(1_767_312_000))).into(),
            closed_by: Some("usr_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// One page of findings, newest first.
#[derive(Object)]
#[oai(rename = "BillingFindings", example)]
pub(super) struct FindingsDto {
    /// The findings.
    items: Vec<BillingFindingDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<FindingPage> for FindingsDto {
    fn from(page: FindingPage) -> Self {
        Self {
            items: page
                .items
                .into_iter()
                .map(BillingFindingDto::from)
                .collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

impl Example for FindingsDto {
    fn example() -> Self {
        Self {
            items: vec![BillingFindingDto::example()],
            next_cursor: None.into(),
        }
    }
}

/// The acceptance of a finding.
#[derive(Object)]
#[oai(rename = "BillingFindingAcceptance", deny_unknown_fields, example)]
pub(super) struct AcceptanceBody {
    /// The reason as text, for readers of the audit log. It is stored unchanged, so it should contain no secret.
    #[oai(validator(min_length = 1, max_length = 200))]
    pub(super) reason: String,
}

impl Example for AcceptanceBody {
    fn example() -> Self {
        Self {
            reason: "Paid in cash, ticket 4711".to_owned(),
        }
    }
}
