//! Cancels a subscription, now or at the end of its period, and resumes one that is to end.

use serde_json::json;

use super::preview_change::usable_connection;
use super::request_problems::{not_changeable, reason_of_end};
use super::requester::Requester;
use super::start_request::{CompletedRequest, NewRequest, repeat_earlier, start_request};
use super::subscription_request::{CancelTerms, RequestTerms};
use crate::app::App;
use crate::idempotency::KeyedRequest;
use crate::problem::Problem;

/// Cancels a subscription, or returns it after an earlier request with the key. Rejects with 409 one that has ended.
pub(super) async fn cancel_subscription(
    app: &App,
    requester: Requester<'_>,
    attempt: &KeyedRequest,
    id: &str,
    terms: CancelTerms,
) -> Result<CompletedRequest, Problem> {
    if let Some(completed) = repeat_earlier(app, requester, attempt).await? {
        return Ok(completed);
    }
    let view = requester.find(app, id).await?;
    if let Some(reason) = reason_of_end(&view.subscription) {
        return Err(not_changeable(reason));
    }
    usable_connection(app, &view.subscription).await?;
    let new = NewRequest {
        view: &view,
        terms: RequestTerms::Cancel(terms),
        details: json!({
            "at_period_end": terms.is_at_period_end,
            "expire": terms.expires_credits,
        }),
    };
    start_request(app, requester, attempt, &new).await
}

/// Takes back the planned end and the planned change of a subscription, or returns it after an earlier request with the key. Rejects
/// with 409 one that has ended.
pub(super) async fn resume_subscription(
    app: &App,
    requester: Requester<'_>,
    attempt: &KeyedRequest,
    id: &str,
) -> Result<CompletedRequest, Problem> {
    if let Some(completed) = repeat_earlier(app, requester, attempt).await? {
        return Ok(completed);
    }
    let view = requester.find(app, id).await?;
    requester.admit(app, &view).await?;
    if let Some(reason) = reason_of_end(&view.subscription) {
        return Err(not_changeable(reason));
    }
    usable_connection(app, &view.subscription).await?;
    let new = NewRequest {
        view: &view,
        terms: RequestTerms::Resume,
        details: json!({}),
    };
    start_request(app, requester, attempt, &new).await
}
