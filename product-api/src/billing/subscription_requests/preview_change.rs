//! Previews a change of a subscription: what it costs now, the credits that it brings, and the next payment.

use std::time::Duration;

use foundation::Timestamp;

use super::change_effect::ChangeEffect;
use super::find_target::{ChangeTarget, WantedChange, find_target};
use super::request_problems::{not_changeable, not_connected, reason_against_change};
use super::requester::Requester;
use crate::app::App;
use crate::billing::connections::{StripeConnection, find_connection, note_error, open_account};
use crate::billing::payments::provider_problem;
use crate::billing::stripe::{
    Priority, StripeError, StripeInvoice, SubscriptionUpdate, UpdateTiming,
};
use crate::billing::subscriptions::{Subscription, SubscriptionView, preview_credits};
use crate::problem::Problem;

/// Time for which the amount of a proration that was shown can be paid.
const MAX_AGE: Duration = Duration::from_mins(15);

/// A preview of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChangePreview {
    /// What the change leads to.
    pub(super) target: ChangeTarget,
    /// The amount that is paid now, in minor units.
    pub(super) amount_due_minor: i64,
    /// The credits that are granted now.
    pub(super) credits_now: i64,
    /// The time of the next payment after it.
    pub(super) next_payment_at: Timestamp,
    /// The time from which the rest of the period is prorated; none for other effects.
    pub(super) prorated_at: Option<Timestamp>,
}

/// A wanted change, and the time from which it is prorated if a preview has named one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PreviewRequest {
    /// The change.
    pub(super) wanted: WantedChange,
    /// The time of the preview that the buyer has seen.
    pub(super) prorated_at: Option<Timestamp>,
}

/// Previews a change. Rejects with 409 a subscription that cannot be changed now.
pub(super) async fn preview_change(
    app: &App,
    requester: Requester<'_>,
    view: &SubscriptionView,
    request: &PreviewRequest,
) -> Result<ChangePreview, Problem> {
    requester.admit(app, view).await?;
    let now = app.clock.now();
    if let Some(reason) = reason_against_change(&view.subscription, now) {
        return Err(not_changeable(reason));
    }
    let target = find_target(app, view, &request.wanted).await?;
    let subscription = &view.subscription;
    let mut preview = ChangePreview {
        amount_due_minor: 0,
        credits_now: 0,
        next_payment_at: subscription.period.end,
        prorated_at: None,
        target,
    };
    if !preview.target.effect.is_paid_now() {
        return Ok(preview);
    }
    let prorated_at = prorated_from(subscription, request.prorated_at, now);
    let invoice = fetch_preview(app, subscription, &preview.target, prorated_at).await?;
    preview.amount_due_minor = invoice.amount_due.or(invoice.total).unwrap_or_default();
    preview.credits_now = {
        let mut reader = app.database.reader().await?;
        preview_credits(&mut reader.connection(), subscription, &invoice).await?
    };
    if preview.target.effect == ChangeEffect::Restart {
        let ends = invoice.lines.iter().filter_map(|line| line.period);
        let end = ends.map(|period| period.end).max();
        preview.next_payment_at = end.map_or(subscription.period.end, Timestamp::from_seconds);
    } else {
        preview.prorated_at = Some(prorated_at);
    }
    Ok(preview)
}

/// Returns the second from which the rest of the period is prorated: that of a preview which was shown recently, else now.
fn prorated_from(
    subscription: &Subscription,
    shown: Option<Timestamp>,
    now: Timestamp,
) -> Timestamp {
    let is_recent = |at: &Timestamp| *at >= now.minus(MAX_AGE) && *at <= now;
    let at = shown.filter(is_recent).unwrap_or(now);
    Timestamp::from_seconds(at.seconds()).max(subscription.period.start)
}

/// Fetches the invoice that a change would make.
async fn fetch_preview(
    app: &App,
    subscription: &Subscription,
    target: &ChangeTarget,
    prorated_at: Timestamp,
) -> Result<StripeInvoice, Problem> {
    let connection = usable_connection(app, subscription).await?;
    let timing = match target.effect {
        ChangeEffect::Prorate => UpdateTiming::Prorated(prorated_at.seconds()),
        ChangeEffect::Restart => UpdateTiming::Restart,
        ChangeEffect::Nothing | ChangeEffect::InTrial | ChangeEffect::AtPeriodEnd => {
            UpdateTiming::Trial
        }
    };
    match ask(app, &connection, subscription, target, timing).await? {
        Ok(invoice) => Ok(invoice),
        Err(error) => {
            note_error(app, &connection.id, &error).await?;
            Err(provider_problem(&error))
        }
    }
}

/// Asks Stripe for the preview. The outer error is one of our own machinery.
async fn ask(
    app: &App,
    connection: &StripeConnection,
    subscription: &Subscription,
    target: &ChangeTarget,
    timing: UpdateTiming,
) -> Result<Result<StripeInvoice, StripeError>, Problem> {
    let account = open_account(app, connection, Priority::Buyer)?;
    let live = match account.get_subscription(&subscription.stripe_id).await {
        Ok(live) => live,
        Err(error) => return Ok(Err(error)),
    };
    let Some(item) = live.item() else {
        return Err(not_changeable("unknown-plan"));
    };
    let update = SubscriptionUpdate {
        item: &item.id,
        price: &target.stripe_price_id,
        quantity: target.quantity,
        timing,
    };
    let preview = account.preview_update(&subscription.stripe_id, &update);
    Ok(preview.await)
}

/// Returns the connection of a subscription. Rejects with 409 one that does not work.
pub(super) async fn usable_connection(
    app: &App,
    subscription: &Subscription,
) -> Result<StripeConnection, Problem> {
    let mut reader = app.database.reader().await?;
    let found = find_connection(&mut reader.connection(), &subscription.connection_id).await?;
    let usable = found.filter(|connection| connection.state.is_usable());
    usable.ok_or_else(not_connected)
}
