//! Problems of operations that move money, with texts that say what to do.

use crate::credits::ledger::amount::LARGEST;
use foundation::Failure;
use serde_json::json;

use super::pending::FREE;
use crate::caller::CapReached;
use crate::credits::ledger::charge::ChargeRefusal;
use crate::credits::ledger::hold::HoldState;
use crate::credits::ledger::hold_rules::{MAX_LIFETIME, MAX_OPEN_HOLDS};
use crate::credits::ledger::lot::MAX_OPEN;
use crate::credits::ledger::operation::LedgerRefusal;
use crate::credits::ledger::original::{MAX_REVERSALS, Reversal};
use crate::credits::ledger::spend_limit::LimitReached;
use crate::credits::ledger::txn_kind::TxnKind;
use crate::problem::{FieldError, Kind, Problem};

/// Returns the problem for a refusal by the ledger's rules. `topup_url` is the page on which the customer gets more credits.
pub(crate) fn problem_for_refusal(refusal: LedgerRefusal, topup_url: Option<&str>) -> Problem {
    match refusal {
        LedgerRefusal::Insufficient {
            required,
            available,
        } => insufficient(required, available, topup_url),
        LedgerRefusal::LimitReached(reached) => limit_reached(reached),
        LedgerRefusal::OutOfRange => Problem::new(
            Kind::AmountOutOfRange,
            format!("The balance would be more than {LARGEST}. Nothing was done."),
        ),
        LedgerRefusal::ExpiresInThePast => expires_in_the_past(),
        LedgerRefusal::TooManyLots => Problem::new(
            Kind::TooManyLots,
            format!(
                "The customer has credits of {MAX_OPEN} grants that are neither used up nor expired, and can get no \
                 more until some are. Nothing was done; a new attempt needs a new Idempotency-Key."
            ),
        )
        .with("limit", MAX_OPEN),
        LedgerRefusal::TooManyHolds => too_many_holds(),
        LedgerRefusal::HoldTooLong => hold_too_long(),
        LedgerRefusal::NoSuchHold => Problem::not_found("hold"),
        LedgerRefusal::SystemHold => system_hold(),
        LedgerRefusal::HoldNotOpen { state, closed_at } => Problem::new(
            Kind::HoldNotOpen,
            format!("The hold is {}. Nothing was done.", state.name()),
        )
        .with("state", state.name())
        .with("closed_at", closed_at.to_iso8601()),
        LedgerRefusal::HoldExpired { closed_at } => Problem::new(
            Kind::HoldExpired,
            "The time of the hold has run out. Nothing was done.",
        )
        .with("state", HoldState::Expired.name())
        .with("closed_at", closed_at.to_iso8601()),
        LedgerRefusal::CaptureExceedsHold { remaining } => Problem::new(
            Kind::CaptureExceedsHold,
            format!(
                "The hold has {remaining} credits left. Nothing was done. To take the rest from what is available, say \
                 so by `overage`; a new attempt needs a new Idempotency-Key."
            ),
        )
        .with("remaining", remaining),
        LedgerRefusal::OtherFeature { code } => other_feature(&code),
        LedgerRefusal::NoSuchTransaction => Problem::not_found("transaction"),
        LedgerRefusal::NoSuchGrant => Problem::not_found("grant"),
        LedgerRefusal::NotReversible { kind } => not_reversible(kind),
        LedgerRefusal::AlreadyReversed { reversals } => already_reversed(&reversals),
        LedgerRefusal::ReversalExceedsOriginal { remaining } => exceeds_original(remaining),
        LedgerRefusal::TooManyReversals { remaining } => too_many_reversals(remaining),
        LedgerRefusal::NothingLeft => Problem::new(
            Kind::NothingLeft,
            "What came with the grant was used, has expired, was taken back or is set aside by holds. Nothing was done.",
        ),
        LedgerRefusal::NotRead(_) => Failure::defect("rows of a wallet were not read").into(),
    }
}

/// Refuses a capture for another feature than the hold's.
fn other_feature(code: &str) -> Problem {
    Problem::new(
        Kind::HoldFeatureDiffers,
        format!(
            "The hold is for the feature \"{code}\". Nothing was done. Capture it by an amount, or by a quantity of that \
             feature; a new attempt needs a new Idempotency-Key."
        ),
    )
    .with("feature", code)
}

/// Refuses a hold of a customer who has too many open ones.
fn too_many_holds() -> Problem {
    Problem::new(
        Kind::TooManyHolds,
        format!(
            "The customer has {MAX_OPEN_HOLDS} open holds, and can get no more until some are captured, voided or \
             over. Nothing was done; a new attempt needs a new Idempotency-Key."
        ),
    )
    .with("limit", MAX_OPEN_HOLDS)
}

/// Refuses to end or extend a hold of the system.
fn system_hold() -> Problem {
    Problem::new(
        Kind::Conflict,
        "The hold reserves credits of a payment that is refunded or disputed. It ends with the refund or the dispute, and \
         cannot be captured, voided or extended. Nothing was done.",
    )
}

fn exceeds_original(remaining: i64) -> Problem {
    let detail = format!(
        "{remaining} credits of the transaction are left to be given back. Nothing was done; a new attempt needs a new \
         Idempotency-Key."
    );
    Problem::new(Kind::ReversalExceedsOriginal, detail).with("remaining", remaining)
}

fn too_many_reversals(remaining: i64) -> Problem {
    let detail = format!(
        "The transaction was reversed {MAX_REVERSALS} times, which is as often as it can be. Nothing was done. The \
         {remaining} credits that are left of it can be granted anew."
    );
    Problem::new(Kind::TooManyReversals, detail)
        .with("limit", MAX_REVERSALS)
        .with("remaining", remaining)
}

fn not_reversible(kind: TxnKind) -> Problem {
    let advice = if kind == TxnKind::Grant {
        " A grant is taken back by voiding it."
    } else {
        ""
    };
    let detail = format!(
        "The transaction is of the kind {}; spends and captures can be reversed. Nothing was done.{advice}",
        kind.name()
    );
    Problem::new(Kind::NotReversible, detail).with("kind", kind.name())
}

fn already_reversed(reversals: &[Reversal]) -> Problem {
    let list: Vec<_> = reversals
        .iter()
        .map(|reversal| json!({"transaction": reversal.public_id, "amount": reversal.amount}))
        .collect();
    Problem::new(
        Kind::AlreadyReversed,
        "All of the transaction was given back before. Nothing was done.",
    )
    .with("reversals", list)
}

/// Refuses a hold that would be open for too long.
fn hold_too_long() -> Problem {
    let days = MAX_LIFETIME.as_secs().div_euclid(86_400);
    let detail = format!("Must leave the hold open for at most {days} days in all.");
    Problem::invalid(&[FieldError::body("/ttl_seconds", detail)])
}

fn insufficient(required: i64, available: i64, topup_url: Option<&str>) -> Problem {
    let place = topup_url.unwrap_or("the place where they were granted");
    let detail = format!(
        "{required} credits are needed and {available} are there. Nothing was spent. The customer can get more \
         credits at {place}; a new attempt needs a new Idempotency-Key, because this one will always get this answer."
    );
    let problem = Problem::new(Kind::InsufficientCredits, detail)
        .with("required", required)
        .with("available", available)
        .with("shortfall", required - available);
    match topup_url {
        Some(url) => problem.with("topup_url", url),
        None => problem,
    }
}

/// Returns the problem for a charge that has no valid cost.
pub(crate) fn problem_for_charge(refusal: ChargeRefusal) -> Problem {
    let (kind, detail) = match refusal {
        ChargeRefusal::UnknownFeature(code) => (
            Kind::UnknownFeature,
            format!("The website has no feature \"{code}\". Nothing was done."),
        ),
        ChargeRefusal::NoPrice(code) => (
            Kind::UnknownFeature,
            format!("No price of the feature \"{code}\" is in force. Nothing was done."),
        ),
        ChargeRefusal::OutOfRange { code, cost } => (
            Kind::AmountOutOfRange,
            format!(
                "So much of the feature \"{code}\" costs {cost} credits, which is more than {LARGEST}. Nothing was done."
            ),
        ),
        ChargeRefusal::NothingToCapture(code) => (
            Kind::AmountOutOfRange,
            format!(
                "So much of the feature \"{code}\" costs nothing, so that there is nothing to capture. Void the hold instead."
            ),
        ),
        ChargeRefusal::NothingToHold(code) => (
            Kind::AmountOutOfRange,
            format!(
                "So much of the feature \"{code}\" costs nothing, so that there is nothing to set aside. Spend it without a hold."
            ),
        ),
    };
    Problem::new(kind, detail)
}

/// Refuses a request whose `/amount`, or `/quantity`, is not a whole number in range.
pub(crate) fn no_amount() -> Problem {
    Problem::new(
        Kind::AmountOutOfRange,
        format!(
            "/amount, or /quantity in its place, is not a whole number from 1 to {LARGEST}. Nothing was done."
        ),
    )
}

/// Refuses a grant whose credits would have expired on arrival.
pub(crate) fn expires_in_the_past() -> Problem {
    Problem::invalid(&[FieldError::body("/expires_at", "Must be in the future.")])
}

/// Refuses an operation because the customer's user is inactive.
pub(crate) fn inactive() -> Problem {
    Problem::new(
        Kind::HolderInactive,
        "The customer's account is switched off. Nothing was done.",
    )
}

/// Refuses an operation on a wallet that a verification has frozen.
pub(crate) fn frozen() -> Problem {
    Problem::new(
        Kind::AccountFrozen,
        "The customer's account is frozen until the operator of this installation has looked at it. Nothing was done.",
    )
}

/// Refuses a request while an attempt with its key is running.
pub(crate) fn in_flight() -> Problem {
    Problem::new(
        Kind::IdempotencyInFlight,
        "An attempt with this key is still running. Send the same request again to learn what came of it.",
    )
}

/// Refuses an item of an atomic batch, because another item was refused.
pub(crate) fn batch_aborted(refused_item: usize) -> Problem {
    Problem::new(
        Kind::BatchAborted,
        format!(
            "Item {refused_item} of the batch was refused, and so nothing of the batch was done."
        ),
    )
    .with("refused_item", refused_item)
}

/// Returns the problem of the refused item in an atomic batch. Unlike a single spend, the batch can be tried again.
pub(crate) fn problem_for_batch_item(why: Problem) -> Problem {
    let title = why.kind().row().title;
    let detail = format!(
        "{title} Nothing of the batch was done, and nothing is kept under its keys: once the reason is gone, send it \
         again with the same keys."
    );
    why.with_detail(detail)
}

/// Refuses an operation that exceeds a spend cap of its API key.
pub(crate) fn cap_reached(reached: CapReached) -> Problem {
    let CapReached {
        cap,
        resets_at,
        left,
    } = reached;
    let Some(resets_at) = resets_at else {
        let detail = format!(
            "The API key may spend at most {cap} credits by one operation. Nothing was done; a new attempt needs a new \
             Idempotency-Key."
        );
        return Problem::new(Kind::KeySpendCapReached, detail).with("cap", cap);
    };
    let resets_at = resets_at.to_iso8601();
    let detail = format!(
        "The API key may spend {cap} credits in a day, of which {left} are left until {resets_at}. Nothing was done; a \
         new attempt needs a new Idempotency-Key."
    );
    Problem::new(Kind::KeySpendCapReached, detail)
        .with("cap", cap)
        .with("resets_at", resets_at)
}

/// Refuses an operation that exceeds the spend limit of the customer.
fn limit_reached(reached: LimitReached) -> Problem {
    let LimitReached {
        cap,
        resets_at,
        left,
    } = reached;
    let resets_at = resets_at.to_iso8601();
    let detail = format!(
        "The customer may spend {cap} credits until {resets_at}, of which {left} are left. Nothing was done; a new \
         attempt needs a new Idempotency-Key."
    );
    Problem::new(Kind::SpendLimitReached, detail)
        .with("cap", cap)
        .with("resets_at", resets_at)
}

/// Refuses an operation because its queue is full.
pub(crate) fn queue_is_full() -> Problem {
    Problem::new(
        Kind::AccountBusy,
        "Too many operations are waiting. Nothing was done. Send the same request again, with the same idempotency key.",
    )
}

/// Refuses an operation because another transaction held a lock for too long.
pub(crate) fn busy() -> Problem {
    Problem::new(
        Kind::AccountBusy,
        "Others are working on the same account. Nothing was done. Send the same request again, with the same idempotency key.",
    )
}

/// Refuses a key whose response was pruned; `outcome` says if the operation was executed or refused.
pub(crate) fn pruned(result_id: Option<String>) -> Problem {
    let Some(id) = result_id else {
        return Problem::new(
            Kind::OperationAlreadyExecuted,
            "It was refused, and nothing was done. It is not tried again under this key; a new attempt needs a new \
             Idempotency-Key.",
        )
        .with("outcome", "refused");
    };
    if id == FREE {
        return Problem::new(
            Kind::OperationAlreadyExecuted,
            "It cost nothing, so that nothing was booked. It is not done again.",
        )
        .with("outcome", "executed");
    }
    let what = if id.starts_with("hold_") {
        "hold"
    } else {
        "transaction"
    };
    Problem::new(
        Kind::OperationAlreadyExecuted,
        format!("It was done in {what} {id}. It is not done again."),
    )
    .with("outcome", "executed")
    .with(what, id)
}
