//! Makes a refund once for its idempotency key: its row is committed, and its credits are frozen, before Stripe is asked.

use std::time::Duration;

use foundation::{Connection, Failure, id};
use serde_json::json;

use super::find_payment::{PaidPayment, find_paid};
use super::load_refund::{CreatedRefund, load, with_payment};
use super::offer_refunds::unspent_minor;
use super::precheck::check_at_stripe;
use super::refund_problems::{already_refunded, exceeds, nothing_unspent, refused};
use super::refund_request::{RefundPart, RefundReason, RefundRequest};
use super::send_refund::{CLAIM_DURATION, claim, send_claimed};
use crate::app::App;
use crate::audit::Action;
use crate::billing::connections::note_error;
use crate::billing::marks::ApplyError;
use crate::billing::payments::{
    Payment, Refund, RefundRecord, RefundState, insert_refund, lock_payment, promised_minor,
    provider_problem, refunds_of, settle_payment,
};
use crate::idempotency::{
    Fingerprint, IdempotencyKey, KeyedRequest, UsedKey, find_used_keys, keep_result, key_in_flight,
    key_reused,
};
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// Pauses of a request that waits while another request sends its refund; two seconds in all.
const PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSES: u32 = 20;

/// Returns a request under a key of the website, which names one operation of the website among all.
pub(super) fn keyed(
    access: &SiteAccess,
    key: IdempotencyKey,
    fingerprint: Fingerprint,
) -> KeyedRequest {
    KeyedRequest {
        tenant: format!("{}:{}", access.website_id, access.mode),
        key,
        fingerprint,
    }
}

/// Makes a refund, or returns the one that an earlier request with the key has made, as it is now.
pub(super) async fn create_refund(
    app: &App,
    access: &SiteAccess,
    attempt: &KeyedRequest,
    payment_id: &str,
    request: RefundRequest,
) -> Result<CreatedRefund, Problem> {
    if let Some(id) = find_earlier(app, attempt).await? {
        return repeat(app, access, &id).await;
    }
    let paid = find_paid(app, access, payment_id).await?;
    let remaining = check_at_stripe(app, &paid, request.part).await?;
    let wanted = WantedRefund {
        paid: &paid,
        request,
        remaining,
    };
    match start(app, access, attempt, &wanted).await? {
        Some(refund) => finish(app, access, refund, false).await,
        None => match find_earlier(app, attempt).await? {
            Some(id) => repeat(app, access, &id).await,
            None => Err(key_in_flight()),
        },
    }
}

/// Returns the refund of an earlier request with the key. Rejects with 422 a key of another request.
async fn find_earlier(app: &App, attempt: &KeyedRequest) -> Result<Option<String>, Problem> {
    let mut reader = app.database.reader().await?;
    let known = find_used_keys(&mut reader.connection(), &[attempt]).await?;
    match known.into_iter().next().flatten() {
        None => Ok(None),
        Some(UsedKey::Pruned(Some(id))) => Ok(Some(id)),
        Some(UsedKey::Reused | UsedKey::Done(_) | UsedKey::Pruned(None)) => Err(key_reused()),
    }
}

/// A refund that is possible at Stripe.
struct WantedRefund<'a> {
    paid: &'a PaidPayment,
    request: RefundRequest,
    /// The amount that Stripe still refunds.
    remaining: i64,
}

/// Reasons why nothing was started.
enum StartError {
    Refused(Box<Problem>),
    Failed(Failure),
}

impl From<Problem> for StartError {
    fn from(problem: Problem) -> Self {
        Self::Refused(Box::new(problem))
    }
}

impl From<Failure> for StartError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Inserts the refund, and freezes the credits that go with it; none if another request has taken the key.
async fn start(
    app: &App,
    access: &SiteAccess,
    attempt: &KeyedRequest,
    wanted: &WantedRefund<'_>,
) -> Result<Option<Refund>, Problem> {
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    let result = start_once(app, access, attempt, wanted).await;
    in_flight.finish_after(match &result {
        Err(StartError::Failed(failure)) => Some(failure),
        Ok(_) | Err(StartError::Refused(_)) => None,
    });
    result.map_err(|error| match error {
        StartError::Refused(problem) => *problem,
        StartError::Failed(failure) => failure.into(),
    })
}

async fn start_once(
    app: &App,
    access: &SiteAccess,
    attempt: &KeyedRequest,
    wanted: &WantedRefund<'_>,
) -> Result<Option<Refund>, StartError> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let payment = lock_payment(&mut db, &wanted.paid.payment.id).await?;
    let mut payment = payment.ok_or_else(|| Failure::defect("a payment is gone"))?;
    let amount_minor = amount_of(&mut db, &payment, wanted).await?;
    let now = app.clock.now();
    let refund = Refund {
        id: id::new("rfd", &app.clock, &app.random)?,
        payment_id: payment.id.clone(),
        connection_id: payment.connection_id.clone(),
        stripe_id: None,
        amount_minor,
        state: RefundState::New,
        reason: wanted.request.reason.map(|reason| reason.word().to_owned()),
        failure: None,
        actor: Some(access.actor.to_string()),
        attempt: 1,
        record: RefundRecord::None,
        tax_minor: 0,
        unused_cost_minor: 0,
        created_at: now,
    };
    if !keep_result(&mut db, attempt, &refund.id, now).await? {
        transaction.rollback().await?;
        return Ok(None);
    }
    insert_refund(&mut db, &refund, Some(now.plus(CLAIM_DURATION))).await?;
    settle_payment(app, &mut db, &mut payment).await?;
    let details = json!({
        "mode": access.mode.word(),
        "refund": refund.id,
        "amount_minor": amount_minor,
        "currency": payment.currency.code(),
        "reason": wanted.request.reason.map(RefundReason::word),
    });
    let entry = Action::PaymentRefunded.on(&payment.id, details);
    access.record(app, &mut db, entry).await?;
    transaction.commit().await?;
    Ok(Some(refund))
}

/// Returns the amount of a refund of a payment whose row is locked. Refunds that Stripe has not answered yet count, too.
async fn amount_of(
    db: &mut Connection<'_>,
    payment: &Payment,
    wanted: &WantedRefund<'_>,
) -> Result<i64, StartError> {
    let refunds = refunds_of(db, &payment.id).await?;
    let promised = promised_minor(&refunds);
    let left = payment.amount_minor.saturating_sub(promised);
    let remaining = left.min(wanted.remaining).max(0);
    if remaining == 0 {
        return Err(already_refunded().into());
    }
    match wanted.request.part {
        RefundPart::Full => Ok(remaining),
        RefundPart::Amount(amount) if amount > remaining => Err(exceeds(remaining).into()),
        RefundPart::Amount(amount) => Ok(amount),
        RefundPart::Unspent => {
            let amount = unspent_minor(db, payment, &refunds).await?.min(remaining);
            if amount > 0 {
                Ok(amount)
            } else {
                Err(nothing_unspent().into())
            }
        }
    }
}

/// Returns a refund that was started before. If its call to Stripe has failed, this request repeats it; if another request is
/// calling, it waits for two seconds.
async fn repeat(app: &App, access: &SiteAccess, id: &str) -> Result<CreatedRefund, Problem> {
    for _ in 0..MAX_PAUSES {
        let refund = load(app, id).await?;
        if refund.state != RefundState::New {
            return load_created(app, access, refund, true).await;
        }
        if claim(app, id).await? {
            return finish(app, access, refund, true).await;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(key_in_flight())
}

/// Sends a refund whose call this request has claimed.
async fn finish(
    app: &App,
    access: &SiteAccess,
    refund: Refund,
    is_replayed: bool,
) -> Result<CreatedRefund, Problem> {
    if let Err(error) = send_claimed(app, &refund).await {
        return Err(match error {
            ApplyError::Failure(failure) => failure.into(),
            ApplyError::Stripe(error) => {
                note_error(app, &refund.connection_id, &error).await?;
                provider_problem(&error)
            }
        });
    }
    let refund = load(app, &refund.id).await?;
    load_created(app, access, refund, is_replayed).await
}

/// Returns a refund that Stripe has answered, or the problem of one that Stripe has refused.
async fn load_created(
    app: &App,
    access: &SiteAccess,
    refund: Refund,
    is_replayed: bool,
) -> Result<CreatedRefund, Problem> {
    if refund.state == RefundState::Refused {
        return Err(refused(refund.failure.as_deref()));
    }
    with_payment(app, access, refund, is_replayed).await
}
