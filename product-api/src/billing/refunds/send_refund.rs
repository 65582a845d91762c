//! Sends a new refund to Stripe, once for its idempotency key, and notes the answer.

use std::time::Duration;

use foundation::Failure;

use super::refund_problems::NEVER_MADE;
use crate::app::App;
use crate::billing::connections::{StripeConnection, find_connection, open_account};
use crate::billing::marks::ApplyError;
use crate::billing::payments::{
    REFUND, Refund, RefundOutcome, claim_refund, find_refund, intent_of, lock_payment,
    postpone_refund, record_refund_outcome, update_refund,
};
use crate::billing::stripe::{
    NewRefund, PageQuery, Priority, StripeAccount, StripeError, StripeRefund,
};

/// Duration of a claim: longer than a request may take, so that an expired one means that its server ended.
pub(super) const CLAIM_DURATION: Duration = Duration::from_mins(1);
/// Age at which Stripe may have forgotten an idempotency key.
const KEY_LIFETIME: Duration = Duration::from_hours(23);
/// Keys that one request tries: the first one, and one after each stored failure.
const MAX_KEYS: u32 = 3;
/// Pages of a payment's refunds that are searched.
const MAX_PAGES: u32 = 50;

/// A new refund with what a call about it needs.
struct OpenRefund<'a> {
    account: StripeAccount<'a>,
    intent: &'a str,
    refund: Refund,
}

/// Claims the call of a new refund; false if another server has it, or Stripe has answered.
pub(super) async fn claim(app: &App, id: &str) -> Result<bool, Failure> {
    let now = app.clock.now();
    let until = now.plus(CLAIM_DURATION);
    let mut transaction = app.database.begin().await?;
    let is_claimed = claim_refund(&mut transaction.connection(), id, now, until).await?;
    transaction.commit().await?;
    Ok(is_claimed)
}

/// Sends a refund whose call this server has claimed, and records the response. After a failure the claim is released: the next
/// request with the key or the sweep repeats the call.
pub(super) async fn send_claimed(app: &App, refund: &Refund) -> Result<(), ApplyError> {
    match send(app, refund).await {
        Ok(outcome) => Ok(record_refund_outcome(app, refund, &outcome).await?),
        Err(error) => {
            let mut transaction = app.database.begin().await?;
            let now = app.clock.now();
            postpone_refund(&mut transaction.connection(), &refund.id, now).await?;
            transaction.commit().await?;
            Err(error)
        }
    }
}

async fn send(app: &App, refund: &Refund) -> Result<RefundOutcome, ApplyError> {
    let found = find_parts(app, refund).await?;
    let Some(RefundParts {
        connection,
        intent,
        refund,
    }) = found
    else {
        return Ok(RefundOutcome::Refused("disconnected".to_owned()));
    };
    let mut open = OpenRefund {
        account: open_account(app, &connection, Priority::Buyer)?,
        intent: &intent,
        refund,
    };
    if app.clock.now() >= open.refund.created_at.plus(KEY_LIFETIME) {
        return Ok(match search(&open).await? {
            Some(made) => RefundOutcome::Made(Box::new(made)),
            None => RefundOutcome::Refused(NEVER_MADE.to_owned()),
        });
    }
    for _ in 0..MAX_KEYS {
        match make(&open).await {
            Ok(made) => return Ok(RefundOutcome::Made(Box::new(made))),
            Err(StripeError::StoredFailure) => {
                if let Some(made) = search(&open).await? {
                    return Ok(RefundOutcome::Made(Box::new(made)));
                }
                next_key(app, &mut open.refund).await?;
            }
            Err(error) => return refusal_of(error),
        }
    }
    Err(StripeError::Unavailable.into())
}

/// The payment's connection and intent, and the refund as its row is.
struct RefundParts {
    connection: StripeConnection,
    intent: String,
    refund: Refund,
}

/// Reads what a call needs; none if the account is not connected any more.
async fn find_parts(app: &App, refund: &Refund) -> Result<Option<RefundParts>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let refund = find_refund(&mut db, &refund.id).await?;
    let refund = refund.ok_or_else(|| Failure::defect("a refund is gone"))?;
    let intent = intent_of(&mut db, &refund.payment_id).await?;
    let connection = find_connection(&mut db, &refund.connection_id).await?;
    let connection = connection.filter(|connection| !connection.sealed_key.is_empty());
    Ok(connection
        .zip(intent)
        .map(|(connection, intent)| RefundParts {
            connection,
            intent,
            refund,
        }))
}

async fn make(open: &OpenRefund<'_>) -> Result<StripeRefund, StripeError> {
    let refund = &open.refund;
    let new = NewRefund {
        payment_intent: open.intent,
        amount: Some(refund.amount_minor),
        reason: refund.reason.as_deref(),
        metadata: &[(REFUND, &refund.id)],
    };
    open.account.create_refund(&key_of(refund), &new).await
}

/// Returns the idempotency key of a refund at Stripe. A number follows after a failure that Stripe has stored.
fn key_of(refund: &Refund) -> String {
    match refund.attempt {
        1 => format!("tg:{}", refund.id),
        attempt => format!("tg:{}:{attempt}", refund.id),
    }
}

/// Finds a refund at Stripe by its metadata.
async fn search(open: &OpenRefund<'_>) -> Result<Option<StripeRefund>, StripeError> {
    let mut last: Option<String> = None;
    for _ in 0..MAX_PAGES {
        let query = PageQuery {
            starting_after: last.as_deref(),
            ..PageQuery::default()
        };
        let page = open
            .account
            .list_refunds_of_intent(open.intent, &query)
            .await?;
        let has_more = page.has_more;
        last = page.data.last().map(|refund| refund.id.clone());
        let is_wanted =
            |refund: &StripeRefund| refund.metadata.get(REFUND) == Some(&open.refund.id);
        if let Some(found) = page.data.into_iter().find(is_wanted) {
            return Ok(Some(found));
        }
        if !has_more || last.is_none() {
            return Ok(None);
        }
    }
    Err(StripeError::InvalidResponse)
}

/// Stores the number of the next key, before it is sent.
async fn next_key(app: &App, refund: &mut Refund) -> Result<(), Failure> {
    refund.attempt = refund.attempt.saturating_add(1);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    lock_payment(&mut db, &refund.payment_id).await?;
    if let Some(mut stored) = find_refund(&mut db, &refund.id).await? {
        stored.attempt = refund.attempt;
        update_refund(&mut db, &stored, app.clock.now()).await?;
    }
    transaction.commit().await
}

/// Returns the outcome of a call that Stripe refuses for good; other errors end the attempt.
fn refusal_of(error: StripeError) -> Result<RefundOutcome, ApplyError> {
    match &error {
        StripeError::Refused(refusal) => {
            let code = refusal.code.as_deref().unwrap_or("refused");
            Ok(RefundOutcome::Refused(code.to_owned()))
        }
        StripeError::MissingPermission { .. } => {
            Ok(RefundOutcome::Refused("permission-missing".to_owned()))
        }
        StripeError::Unauthorized
        | StripeError::RateLimited
        | StripeError::Unavailable
        | StripeError::StoredFailure
        | StripeError::InvalidResponse => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::stripe::StripeRefusal;

    #[test]
    fn only_a_refusal_ends_a_refund() {
        let refusal = |code: Option<&str>| {
            let code = code.map(ToOwned::to_owned);
            StripeError::Refused(Box::new(StripeRefusal {
                code,
                ..StripeRefusal::default()
            }))
        };
        let missing = StripeError::MissingPermission {
            message: String::new(),
        };
        let rows = [
            (refusal(Some("charge_disputed")), Some("charge_disputed")),
            (refusal(None), Some("refused")),
            (missing, Some("permission-missing")),
            (StripeError::Unauthorized, None),
            (StripeError::Unavailable, None),
            (StripeError::RateLimited, None),
            (StripeError::InvalidResponse, None),
        ];
        for (error, expected) in rows {
            let outcome = refusal_of(error.clone()).ok();
            let reason = outcome.and_then(|outcome| match outcome {
                RefundOutcome::Refused(reason) => Some(reason),
                RefundOutcome::Made(_) => None,
            });
            assert_eq!(reason.as_deref(), expected, "{error}");
        }
    }
}
