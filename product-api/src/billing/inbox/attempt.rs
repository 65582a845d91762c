//! One attempt to apply a claimed object, and the decision about the next one.

use std::fmt::Display;

use foundation::task::catch_panic;
use foundation::{Failure, Timestamp};

use super::apply::apply;
use super::schedule::{MAX_APPLY_TIME, MAX_ATTEMPTS, WAIT, next};
use super::store::claims::{AttemptOutcome, ClaimedObject};
use crate::app::App;
use crate::billing::connections::{StripeConnection, note_error};
use crate::billing::marks::{Applied, ApplyError};
use crate::billing::stripe::{CircuitState, StripeError};

/// Maximum length of a stored error, in characters.
const MAX_ERROR: usize = 300;
/// The error of an attempt that our own machinery ended; the log has its causes.
const OWN_ERROR: &str = "an error on our side, which is in the log";
/// The error of an object whose servers ended again and again.
const UNKNOWN_OUTCOME: &str = "it was tried too often without a known outcome";

/// Applies a claimed object, and returns what is to be recorded.
pub(super) async fn attempt(
    app: &App,
    connection: &StripeConnection,
    claimed: &ClaimedObject,
) -> Result<AttemptOutcome, Failure> {
    // A server that ends between a claim and its outcome changes nothing but the count of attempts.
    if claimed.attempts > MAX_ATTEMPTS {
        let error = UNKNOWN_OUTCOME.to_owned();
        return Ok(AttemptOutcome::Dead { error });
    }
    match apply_in_time(app, connection, claimed).await {
        Ok(Applied::Done) => Ok(AttemptOutcome::Applied),
        Ok(Applied::Foreign) => Ok(AttemptOutcome::Foreign),
        Ok(Applied::Dead(reason)) => Ok(AttemptOutcome::Dead {
            error: shortened(&reason),
        }),
        Err(error) => after_error(app, connection, claimed, error).await,
    }
}

/// Applies an object; ends it after a time, so that the claim outlasts it. An ended application leaves no open transaction.
async fn apply_in_time(
    app: &App,
    connection: &StripeConnection,
    claimed: &ClaimedObject,
) -> Result<Applied, ApplyError> {
    let doing = "applying an object of Stripe";
    let applying = async {
        let applied = apply(app, connection, claimed.kind, &claimed.object_id).await;
        Ok::<_, Failure>(applied)
    };
    let ended = tokio::time::timeout(MAX_APPLY_TIME, catch_panic(doing, applying)).await;
    ended.map_err(|elapsed| Failure::unavailable(doing, elapsed))??
}

async fn after_error(
    app: &App,
    connection: &StripeConnection,
    claimed: &ClaimedObject,
    error: ApplyError,
) -> Result<AttemptOutcome, Failure> {
    let (text, is_counted) = match &error {
        ApplyError::Stripe(error) => {
            note_error(app, &connection.id, error).await?;
            let circuit = app.stripe.circuit_state(&connection.id);
            (shortened(error), is_attempt(error, circuit))
        }
        ApplyError::Failure(failure) => {
            tracing::warn!(
                connection = connection.id,
                kind = claimed.kind.word(),
                object = claimed.object_id,
                %failure,
                "an object of Stripe was not applied"
            );
            (OWN_ERROR.to_owned(), true)
        }
    };
    let now = app.clock.now();
    let chance = u16::from_be_bytes(app.random.bytes()?);
    Ok(decide(
        claimed.attempts,
        text,
        is_counted.then_some(chance),
        now,
    ))
}

/// Returns false for an error that says nothing about the object: the circuit is open, the key is revoked, or too many calls
/// were sent.
fn is_attempt(error: &StripeError, circuit: CircuitState) -> bool {
    match error {
        StripeError::Unauthorized | StripeError::RateLimited => false,
        StripeError::Unavailable => circuit == CircuitState::Closed,
        StripeError::Refused(_)
        | StripeError::MissingPermission { .. }
        | StripeError::StoredFailure
        | StripeError::InvalidResponse => true,
    }
}

/// Decides after an error; `chance` spreads the pause of an attempt that counts.
fn decide(attempts: i16, error: String, chance: Option<u16>, now: Timestamp) -> AttemptOutcome {
    let Some(chance) = chance else {
        return AttemptOutcome::Retried {
            next_at: now.plus(WAIT),
            error,
            is_counted: false,
        };
    };
    match next(attempts, chance, now) {
        Some(next_at) => AttemptOutcome::Retried {
            next_at,
            error,
            is_counted: true,
        },
        None => AttemptOutcome::Dead { error },
    }
}

fn shortened(text: &(impl Display + ?Sized)) -> String {
    text.to_string().chars().take(MAX_ERROR).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_that_says_nothing_about_the_object_is_no_attempt() {
        let missing = StripeError::MissingPermission {
            message: "rak_charge_read".to_owned(),
        };
        let rows = [
            (StripeError::Unauthorized, CircuitState::Closed, false),
            (StripeError::RateLimited, CircuitState::Closed, false),
            (StripeError::Unavailable, CircuitState::Closed, true),
            (StripeError::Unavailable, CircuitState::Open, false),
            (StripeError::Unavailable, CircuitState::HalfOpen, false),
            (StripeError::StoredFailure, CircuitState::Closed, true),
            (StripeError::InvalidResponse, CircuitState::Open, true),
            (missing, CircuitState::Closed, true),
        ];
        for (error, circuit, expected) in rows {
            assert_eq!(is_attempt(&error, circuit), expected, "{error} {circuit:?}");
        }
    }

    #[test]
    fn last_attempt_that_counts_is_followed_by_none() {
        let now = Timestamp::from_seconds(1000);
        let decided = |attempts, chance| decide(attempts, "no".to_owned(), chance, now);
        let retried = |seconds, is_counted| AttemptOutcome::Retried {
            next_at: Timestamp::from_seconds(seconds),
            error: "no".to_owned(),
            is_counted,
        };
        assert_eq!(decided(1, Some(100)), retried(1005, true));
        assert_eq!(decided(MAX_ATTEMPTS, None), retried(1015, false));
        let error = "no".to_owned();
        assert_eq!(
            decided(MAX_ATTEMPTS, Some(100)),
            AttemptOutcome::Dead { error }
        );
    }

    #[test]
    fn stored_error_has_a_limit() {
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"ä".repeat(1000)).chars().count(), MAX_ERROR);
    }
}
