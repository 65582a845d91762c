//! Events about automatic top-ups, for the webhooks of the seller.

use foundation::{Connection, Failure};
use serde_json::{Value, json};

use super::attempt::Attempt;
use super::decline::CAP_REACHED;
use super::rule::TopUpRule;
use crate::app::App;
use crate::credits::post_billing_event;

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TopUpEvent {
    /// Credits were bought.
    Succeeded,
    /// Nothing was bought.
    Failed,
    /// The buyer has to confirm a payment.
    ActionRequired,
}

impl TopUpEvent {
    const fn kind(self) -> &'static str {
        match self {
            Self::Succeeded => "topup.succeeded",
            Self::Failed => "topup.failed",
            Self::ActionRequired => "topup.action_required",
        }
    }
}

/// Records an event of an attempt. Locks the wallet.
pub(super) async fn announce(
    app: &App,
    db: &mut Connection<'_>,
    attempt: &Attempt,
    event: TopUpEvent,
) -> Result<(), Failure> {
    let billing = billing_of(attempt, attempt.state.word());
    post_billing_event(app, db, &attempt.wallet, event.kind(), billing).await
}

/// Records that a limit of the month forbids a purchase. Locks the wallet.
pub(super) async fn announce_cap(
    app: &App,
    db: &mut Connection<'_>,
    rule: &TopUpRule,
) -> Result<(), Failure> {
    let billing = json!({
        "payment_id": null,
        "checkout_id": null,
        "status": "failed",
        "reason": CAP_REACHED,
        "amount_minor": rule.total_minor(),
        "currency": rule.currency.code(),
    });
    let kind = TopUpEvent::Failed.kind();
    post_billing_event(app, db, &rule.wallet, kind, billing).await
}

/// Returns the member `billing` of an event.
pub(super) fn billing_of(attempt: &Attempt, status: &str) -> Value {
    let mut billing = json!({
        "payment_id": null,
        "checkout_id": null,
        "topup_id": attempt.id,
        "status": status,
        "amount_minor": attempt.total_minor,
        "currency": attempt.currency.code(),
    });
    if let Some(members) = billing.as_object_mut() {
        if let Some(code) = &attempt.code {
            members.insert("reason".to_owned(), code.as_str().into());
        }
        if let Some(url) = &attempt.action_url {
            members.insert("action_url".to_owned(), url.as_str().into());
        }
    }
    billing
}
