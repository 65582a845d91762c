//! Judges the first invoice of a subscription by its checkout: one that is not completed grants nothing.

use foundation::{Connection, Failure};

use super::store::{self, CheckoutOutcome};
use super::subscription::Subscription;
use crate::app::App;
use crate::billing::marks::{MarkedObject, ObjectKind, mark};

/// Reason of a payment whose checkout has ended without it.
pub(super) const NOT_COMPLETED: &str = "checkout-not-completed";

/// A judgement about the credits of an invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CheckoutJudgement {
    /// They are granted.
    Grant,
    /// The session decides first. It is marked, and its application marks the invoice again.
    Wait,
    /// The owner of the website decides, for a reason.
    Review(String),
}

impl CheckoutJudgement {
    /// Returns the judgement that follows from the state of a checkout.
    fn new(checkout: &CheckoutOutcome) -> Self {
        match checkout.state.as_str() {
            "completed" => Self::Grant,
            "new" | "open" | "processing" => Self::Wait,
            "review" => Self::Review(checkout.reason.clone().unwrap_or_default()),
            _ => Self::Review(NOT_COMPLETED.to_owned()),
        }
    }
}

/// Judges the credits of an invoice. Once an allowance of the subscription was granted, or its owner has accepted a payment, the
/// checkout says nothing about later ones.
pub(super) async fn judge_checkout(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &Subscription,
) -> Result<CheckoutJudgement, Failure> {
    let Some(checkout_id) = &subscription.checkout_id else {
        return Ok(CheckoutJudgement::Grant);
    };
    if store::has_any_allowance(db, &subscription.id).await? {
        return Ok(CheckoutJudgement::Grant);
    }
    let Some(checkout) = store::find_checkout_outcome(db, checkout_id).await? else {
        return Ok(CheckoutJudgement::Grant);
    };
    let judgement = CheckoutJudgement::new(&checkout);
    if judgement != CheckoutJudgement::Grant
        && checkout.state != "review"
        && let Some(session_id) = &checkout.stripe_session_id
    {
        let session = MarkedObject {
            connection_id: &subscription.connection_id,
            kind: ObjectKind::Session,
            object_id: session_id,
        };
        mark(db, session, None, app.clock.now()).await?;
    }
    Ok(judgement)
}
