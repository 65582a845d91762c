//! Starts a request once for its idempotency key: its row is committed before Stripe is called.

use std::time::Duration;

use foundation::{Failure, id};
use serde_json::{Value, json};

use super::load_request::{load, load_connection_id};
use super::request_problems::{IN_PROGRESS, not_changeable, problem_of, problem_of_waiting};
use super::requester::Requester;
use super::send_request::{CLAIM_DURATION, claim, send_claimed};
use super::store;
use super::subscription_request::{RequestOutcome, RequestTerms, SubscriptionRequest};
use crate::app::App;
use crate::audit::Action;
use crate::billing::connections::note_error;
use crate::billing::marks::ApplyError;
use crate::billing::payments::provider_problem;
use crate::billing::subscriptions::{Subscription, SubscriptionView, lock_subscription};
use crate::idempotency::{
    KeyedRequest, UsedKey, find_used_keys, keep_result, key_in_flight, key_reused,
};
use crate::problem::Problem;

/// Pauses of a request that waits while another request sends it; two seconds in all.
const PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSES: u32 = 20;

/// A subscription as it is after a request.
pub(super) struct CompletedRequest {
    /// The subscription.
    pub(super) view: SubscriptionView,
    /// True if an earlier request with the key has done it.
    pub(super) is_replayed: bool,
}

/// A request that was not started yet.
pub(super) struct NewRequest<'a> {
    /// The subscription.
    pub(super) view: &'a SubscriptionView,
    /// The terms.
    pub(super) terms: RequestTerms,
    /// The details for the audit log.
    pub(super) details: Value,
}

/// Returns the subscription after an earlier request with the key; `None` for a free key. Rejects with 422 a key of another request.
pub(super) async fn repeat_earlier(
    app: &App,
    requester: Requester<'_>,
    attempt: &KeyedRequest,
) -> Result<Option<CompletedRequest>, Problem> {
    let known = {
        let mut reader = app.database.reader().await?;
        find_used_keys(&mut reader.connection(), &[attempt]).await?
    };
    match known.into_iter().next().flatten() {
        None => Ok(None),
        Some(UsedKey::Pruned(Some(id))) => repeat(app, requester, &id).await.map(Some),
        Some(UsedKey::Reused | UsedKey::Done(_) | UsedKey::Pruned(None)) => Err(key_reused()),
    }
}

/// Starts a request and sends it. Rejects with 409 a subscription with another open one.
pub(super) async fn start_request(
    app: &App,
    requester: Requester<'_>,
    attempt: &KeyedRequest,
    new: &NewRequest<'_>,
) -> Result<CompletedRequest, Problem> {
    match insert_request(app, requester, attempt, new).await? {
        StartResult::New(request) => finish(app, requester, &request, false).await,
        StartResult::KeyTaken => match repeat_earlier(app, requester, attempt).await? {
            Some(completed) => Ok(completed),
            None => Err(key_in_flight()),
        },
        StartResult::Busy => Err(not_changeable(IN_PROGRESS)),
    }
}

/// The result of starting a request in the database.
enum StartResult {
    /// This request has inserted it, and calls Stripe.
    New(Box<SubscriptionRequest>),
    /// Another request has taken the key since it was looked up.
    KeyTaken,
    /// The subscription has another open request, or has changed since this one looked at it.
    Busy,
}

/// Returns true if what the amount of a change depends on is as it was previewed. Another request may have changed it since, and the
/// buyer would pay twice.
fn is_current(terms: &RequestTerms, locked: &Subscription, view: &SubscriptionView) -> bool {
    let costs = |one: &Subscription| {
        (
            one.status.clone(),
            one.stripe_price_id.clone(),
            one.quantity,
            one.period,
            one.pending_until,
            one.scheduled.clone(),
        )
    };
    !matches!(terms, RequestTerms::Change(_)) || costs(locked) == costs(&view.subscription)
}

/// Inserts the request. Locks the subscription, so that one request after the other is inserted.
async fn insert_request(
    app: &App,
    requester: Requester<'_>,
    attempt: &KeyedRequest,
    new: &NewRequest<'_>,
) -> Result<StartResult, Failure> {
    let now = app.clock.now();
    let request = SubscriptionRequest {
        id: id::new("sbr", &app.clock, &app.random)?,
        subscription_id: new.view.subscription.id.clone(),
        terms: new.terms.clone(),
        actor: requester.actor(),
        outcome: None,
        attempt: 1,
        created_at: now,
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let locked = lock_subscription(&mut db, &request.subscription_id).await?;
    if !keep_result(&mut db, attempt, &request.id, now).await? {
        transaction.rollback().await?;
        return Ok(StartResult::KeyTaken);
    }
    let is_current = locked.is_some_and(|locked| is_current(&new.terms, &locked, new.view));
    if !is_current || !store::insert(&mut db, &request, now.plus(CLAIM_DURATION)).await? {
        transaction.rollback().await?;
        return Ok(StartResult::Busy);
    }
    let action = match new.terms {
        RequestTerms::Change(_) => Action::SubscriptionChanged,
        RequestTerms::Cancel(_) => Action::SubscriptionCanceled,
        RequestTerms::Resume => Action::SubscriptionResumed,
    };
    let mut details = json!({"mode": new.view.mode.word(), "request": request.id});
    if let (Some(all), Some(more)) = (details.as_object_mut(), new.details.as_object()) {
        all.extend(more.clone());
    }
    let entry = action.on(&request.subscription_id, details);
    requester.record(app, &mut db, new.view, entry).await?;
    transaction.commit().await?;
    Ok(StartResult::New(Box::new(request)))
}

/// Returns the subscription after a request that was begun before. If its call to Stripe has failed, this request repeats it; if
/// another request is calling, it waits for two seconds.
async fn repeat(
    app: &App,
    requester: Requester<'_>,
    id: &str,
) -> Result<CompletedRequest, Problem> {
    for _ in 0..MAX_PAUSES {
        let request = load(app, id).await?;
        if let Some(outcome) = &request.outcome {
            return load_result(app, requester, &request, outcome, true).await;
        }
        if claim(app, id).await? {
            return finish(app, requester, &request, true).await;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(key_in_flight())
}

/// Sends a request that this server has claimed.
async fn finish(
    app: &App,
    requester: Requester<'_>,
    request: &SubscriptionRequest,
    is_replayed: bool,
) -> Result<CompletedRequest, Problem> {
    let outcome = match send_claimed(app, request).await {
        Ok(outcome) => outcome,
        Err(ApplyError::Failure(failure)) => return Err(failure.into()),
        Err(ApplyError::Stripe(error)) => {
            let connection_id = load_connection_id(app, &request.subscription_id).await?;
            note_error(app, &connection_id, &error).await?;
            return Err(provider_problem(&error));
        }
    };
    load_result(app, requester, request, &outcome, is_replayed).await
}

/// Returns the subscription after a request that Stripe has answered, or the problem of one that it has not done.
async fn load_result(
    app: &App,
    requester: Requester<'_>,
    request: &SubscriptionRequest,
    outcome: &RequestOutcome,
    is_replayed: bool,
) -> Result<CompletedRequest, Problem> {
    let view = requester.find(app, &request.subscription_id).await?;
    let problem = match outcome {
        RequestOutcome::Action(_) if is_replayed => {
            problem_of_waiting(outcome, &request.terms, &view.subscription)
        }
        RequestOutcome::Done
        | RequestOutcome::Action(_)
        | RequestOutcome::Declined(_)
        | RequestOutcome::Refused(_) => problem_of(outcome),
    };
    match problem {
        Some(problem) => Err(problem),
        None => Ok(CompletedRequest { view, is_replayed }),
    }
}
