//! Changes the plan or the number of pieces of a subscription, for the amount that the buyer has seen in a preview.

use foundation::Timestamp;
use serde_json::json;

use super::preview_change::{ChangePreview, PreviewRequest, preview_change, usable_connection};
use super::request_problems::{amount_changed, not_changeable};
use super::requester::Requester;
use super::start_request::{CompletedRequest, NewRequest, repeat_earlier, start_request};
use super::subscription_request::{ChangeTerms, ChangeTiming, RequestTerms};
use crate::app::App;
use crate::idempotency::KeyedRequest;
use crate::problem::Problem;

/// A wanted change, and the amount that the buyer has seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChangeRequest {
    /// The change.
    pub(super) preview: PreviewRequest,
    /// The amount that is to be paid now, in minor units.
    pub(super) expected_amount_minor: i64,
}

/// Changes a subscription, or returns it after an earlier request with the key. Rejects with 409 a change that costs another amount
/// now, and with 402 one whose payment fails.
pub(super) async fn change_subscription(
    app: &App,
    requester: Requester<'_>,
    attempt: &KeyedRequest,
    id: &str,
    request: &ChangeRequest,
) -> Result<CompletedRequest, Problem> {
    if let Some(completed) = repeat_earlier(app, requester, attempt).await? {
        return Ok(completed);
    }
    let view = requester.find(app, id).await?;
    usable_connection(app, &view.subscription).await?;
    let preview = preview_change(app, requester, &view, &request.preview).await?;
    if preview.amount_due_minor != request.expected_amount_minor {
        return Err(amount_changed(preview.amount_due_minor));
    }
    let terms = terms_of(&preview).ok_or_else(|| not_changeable("unchanged"))?;
    let target = &preview.target;
    let new = NewRequest {
        details: json!({
            "plan": target.plan.code,
            "version": target.plan.version,
            "quantity": target.quantity,
            "amount_due_minor": preview.amount_due_minor,
            "currency": target.money.currency.code(),
        }),
        terms: RequestTerms::Change(terms),
        view: &view,
    };
    start_request(app, requester, attempt, &new).await
}

/// Returns the terms of a change; `None` if nothing changes.
fn terms_of(preview: &ChangePreview) -> Option<ChangeTerms> {
    let target = &preview.target;
    let prorated_at = preview.prorated_at.map_or(0, Timestamp::seconds);
    let terms = target.plan.terms;
    Some(ChangeTerms {
        stripe_price_id: target.stripe_price_id.clone(),
        quantity: target.quantity,
        interval: terms.interval.word().to_owned(),
        interval_count: terms.interval_count,
        timing: ChangeTiming::from_effect(target.effect, prorated_at)?,
    })
}
