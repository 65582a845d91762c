//! Sends a call, and sends it again if Stripe did not respond or failed.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use foundation::secret::{ExposeSecret, SecretString};
use foundation::time::Stopwatch;
use reqwest::{Request, Response};

use super::account::StripeAccount;
use super::api_call::ApiCall;
use super::call_timing::MAX_REPEATS;
use super::error::StripeError;
use super::read_response::{FailedAttempt, ReceivedResponse};
use super::response_headers::ResponseHeaders;

/// Maximum length of a response, in bytes.
const MAX_RESPONSE: usize = 4 * 1024 * 1024;

/// Sends a call within the limits of its priority. Returns the body of a success.
pub(super) async fn send(
    account: &StripeAccount<'_>,
    call: &ApiCall<'_>,
) -> Result<Bytes, StripeError> {
    let client = account.client;
    let request = call.request(&client.http, &client.api_base, &account.key)?;
    let stopwatch = client.clock.stopwatch();
    let mut repeats = 0;
    loop {
        let failed = match attempt(account, &request, stopwatch).await {
            Ok(body) => return Ok(body),
            Err(failed) => failed,
        };
        let pause = client.timing.pause(repeats, &client.random);
        let pause = pause.max(failed.retry_after.unwrap_or_default());
        let is_in_time =
            pause.saturating_add(client.timing.min_attempt()) <= remaining(account, stopwatch);
        if !failed.is_repeatable || repeats == MAX_REPEATS || !is_in_time {
            let error = without_key(failed.error, &account.key);
            log(account, call, &error);
            return Err(error);
        }
        repeats += 1;
        tokio::time::sleep(pause).await;
    }
}

/// Returns the time that a call has left.
fn remaining(account: &StripeAccount<'_>, stopwatch: Stopwatch) -> Duration {
    let total = account.client.timing.total(account.priority);
    total.saturating_sub(stopwatch.elapsed())
}

/// Sends the request once, when it is the call's turn and if the circuit is closed.
async fn attempt(
    account: &StripeAccount<'_>,
    request: &Request,
    stopwatch: Stopwatch,
) -> Result<Bytes, FailedAttempt> {
    let timing = account.client.timing;
    let open = || FailedAttempt::last(StripeError::Unavailable);
    if !account.state.is_permitting() {
        return Err(open());
    }
    let longest_wait = remaining(account, stopwatch).saturating_sub(timing.min_attempt());
    let turn = account.state.wait_for_turn(account.priority, longest_wait);
    turn.await
        .map_err(|_no_turn| FailedAttempt::last(StripeError::RateLimited))?;
    // The circuit may have opened while the call waited.
    let open_call = account.state.permit().ok_or_else(open)?;
    let limit = timing.attempt.min(remaining(account, stopwatch));
    let received = match exchange(account, request, limit).await {
        Ok(received) => received,
        Err(failed) => {
            if failed.error == StripeError::Unavailable {
                open_call.fail();
            } else {
                open_call.succeed();
            }
            return Err(failed);
        }
    };
    if received.is_server_failure() {
        open_call.fail();
    } else {
        open_call.succeed();
    }
    if received.status == 429 {
        let pause = received.headers.retry_after;
        account.state.hold_back(pause.unwrap_or(timing.pause));
    }
    received.result()
}

/// Sends the request and reads the response.
async fn exchange(
    account: &StripeAccount<'_>,
    request: &Request,
    limit: Duration,
) -> Result<ReceivedResponse, FailedAttempt> {
    let client = account.client;
    // The bodies of our requests are in memory, so that each has a copy.
    let mut request = request
        .try_clone()
        .ok_or_else(|| FailedAttempt::last(StripeError::Unavailable))?;
    *request.timeout_mut() = Some(limit);
    let response = client.http.execute(request).await;
    let response = response.map_err(|error| lost(account, error))?;
    let status = response.status().as_u16();
    let headers = ResponseHeaders::read(response.headers());
    if let Some(date) = headers.date {
        client.skew.record(client.clock.now(), date);
    }
    let body = read_body(account, response).await?;
    Ok(ReceivedResponse {
        status,
        headers,
        body,
    })
}

/// Reads a body of limited length.
async fn read_body(
    account: &StripeAccount<'_>,
    mut response: Response,
) -> Result<Bytes, FailedAttempt> {
    let mut body = BytesMut::new();
    loop {
        let chunk = response.chunk().await;
        let Some(chunk) = chunk.map_err(|error| lost(account, error))? else {
            return Ok(body.freeze());
        };
        if body.len().saturating_add(chunk.len()) > MAX_RESPONSE {
            return Err(FailedAttempt::last(StripeError::InvalidResponse));
        }
        body.extend_from_slice(&chunk);
    }
}

/// Logs the cause of a lost response, without the address: it contains ids.
fn lost(account: &StripeAccount<'_>, error: reqwest::Error) -> FailedAttempt {
    let cause = foundation::Failure::unavailable("calling Stripe", error.without_url());
    tracing::debug!(connection = account.connection_id, %cause, "an attempt was lost");
    FailedAttempt::lost()
}

/// Logs the error of a call, unless it is one of the caller's own.
fn log(account: &StripeAccount<'_>, call: &ApiCall<'_>, error: &StripeError) {
    if !matches!(error, StripeError::Refused(_)) {
        tracing::warn!(
            connection = account.connection_id,
            call = call.name(),
            %error,
            "a call to Stripe has no result"
        );
    }
}

/// Removes the key from Stripe's texts, which usually show its last characters only.
fn without_key(error: StripeError, key: &SecretString) -> StripeError {
    let hide = |text: String| match key.expose_secret() {
        "" => text,
        key => text.replace(key, "…"),
    };
    match error {
        StripeError::Refused(mut refusal) => {
            refusal.message = refusal.message.map(hide);
            refusal.param = refusal.param.map(hide);
            StripeError::Refused(refusal)
        }
        StripeError::MissingPermission { message } => StripeError::MissingPermission {
            message: hide(message),
        },
        StripeError::Unauthorized
        | StripeError::RateLimited
        | StripeError::Unavailable
        | StripeError::StoredFailure
        | StripeError::InvalidResponse => error,
    }
}
