//! Deletion of expired rows, table by table.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;
use foundation::database::ExpiredRows;
use foundation::telemetry::note_success;

use crate::app::App;
use crate::{
    identity::{mail, passkeys, passwords},
    limits,
    oauth::{devices, registration, tokens},
    observability::{activity, audit},
    protocol::{
        authorization_codes, clients, grants, keys, pending_requests, repeated_requests, replay,
    },
    session::{backchannel, sessions},
    sign_in::{account_deletion, merges, upstream},
};

/// Pause between two sweeps.
const PAUSE: Duration = Duration::from_mins(1);
/// Storage time of a code after its expiry: a second use is detected for longer than access tokens of the first one are
/// valid. Refresh tokens may be valid for longer.
const CODES_KEPT: Duration = Duration::from_mins(15);
/// Storage time of a used refresh token after its grace period, so that a second use revokes its family.
const USED_TOKENS_KEPT: Duration = Duration::from_hours(24);
/// Storage time of an ended grant, longer than it is in the list of ended grants.
const ENDED_GRANTS_KEPT: Duration = Duration::from_hours(1);
/// Storage time of an address's email count after the last email, longer than the window of any limit.
const BUDGETS_KEPT: Duration = Duration::from_hours(1);
/// Storage time of an address's count of tried codes after the last one, if no email is used.
const GUESSES_KEPT: Duration = Duration::from_hours(30 * 24);
/// Storage time of an email's delivery result, for support requests.
const DELIVERIES_KEPT: Duration = Duration::from_hours(14 * 24);
/// Storage time of clients' recent requests.
const ACTIVITY_KEPT: Duration = Duration::from_hours(14 * 24);
/// Storage time of tried passwords after the first one, longer than any window.
const TRIES_KEPT: Duration = Duration::from_hours(1);
/// Maximum difference between the clocks of the server and its database.
const CLOCK_DIFFERENCE: Duration = Duration::from_hours(1);

/// Swept tables, with the storage time after expiry. Grants come after the rows that depend on them. Only sessions in
/// the database are swept; Redis deletes its own.
const TABLES: &[(ExpiredRows, Duration)] = &[
    (authorization_codes::store::EXPIRED, CODES_KEPT),
    (devices::store::EXPIRED, CODES_KEPT),
    (tokens::store::access::EXPIRED, Duration::ZERO),
    (tokens::store::refresh::EXPIRED, Duration::ZERO),
    (tokens::store::refresh::OLD_RESPONSES, Duration::ZERO),
    (tokens::store::revoked::EXPIRED, Duration::ZERO),
    (pending_requests::store::EXPIRED, Duration::ZERO),
    (pending_requests::store::EXPIRED_PUSHED, Duration::ZERO),
    (grants::store::EXPIRED, Duration::ZERO),
    (grants::ended::store::EXPIRED, ENDED_GRANTS_KEPT),
    (sessions::store::EXPIRED, sessions::TOLERANCE),
    (backchannel::store::EXPIRED, Duration::ZERO),
    (passkeys::store::EXPIRED, Duration::ZERO),
    (mail::store::links::EXPIRED, Duration::ZERO),
    (mail::store::proofs::EXPIRED, Duration::ZERO),
    (mail::store::budgets::EXPIRED, BUDGETS_KEPT),
    (mail::store::guesses::EXPIRED, GUESSES_KEPT),
    (mail::store::deliveries::EXPIRED, DELIVERIES_KEPT),
    (passwords::store::links::EXPIRED, Duration::ZERO),
    (activity::store::EXPIRED, ACTIVITY_KEPT),
    (limits::store::EXPIRED, Duration::ZERO),
    (replay::store::EXPIRED, Duration::ZERO),
    (passwords::store::attempts::EXPIRED, TRIES_KEPT),
    (merges::store::moves::EXPIRED, merges::MOVES_KEPT),
    (registration::store::EXPIRED, Duration::ZERO),
    (upstream::store::EXPIRED, Duration::ZERO),
    (repeated_requests::store::EXPIRED, Duration::ZERO),
];

/// Sweeps once a minute until the service stops.
pub(crate) async fn keep_sweeping(app: Arc<App>) {
    let stopping = app.background.stopping();
    loop {
        tokio::select! {
            () = stopping.cancelled() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
        match sweep_all(&app).await {
            Ok(_rows) => note_success("idp", "sweep", app.clock.now()),
            Err(failure) => tracing::warn!(%failure, "the sweep has to wait"),
        }
    }
}

/// Sweeps each table until few rows are left or the service stops. Returns the number of deleted rows, or the last
/// failure.
pub(crate) async fn sweep_all(app: &App) -> Result<u64, Failure> {
    let (now, stopping) = (app.clock.now(), app.background.stopping());
    let (mut deleted, mut failed) = (0, None);
    // The trigger of migration 0077 counts 30 days by the clock of the database, which may be slow.
    let audit_retention = app.config.storage.audit_retention + CLOCK_DIFFERENCE;
    let audit_log = (audit::store::EXPIRED, audit_retention);
    let keys = (
        keys::store::EXPIRED,
        keys::retired_key_lifetime(&app.config.sessions),
    );
    let used_tokens = (
        tokens::store::refresh::USED,
        USED_TOKENS_KEPT + app.config.tokens.refresh_grace,
    );
    for &(expired, retention) in TABLES.iter().chain([&used_tokens, &keys, &audit_log]) {
        let swept = app.database.sweep(expired, now.minus(retention), &stopping);
        match swept.await {
            Ok(rows) => deleted += rows,
            // Continues after a failure, so that a table that cannot be swept does not block the following ones.
            Err(failure) => failed = Some(failure),
        }
    }
    match clients::sweep_idle(app).await {
        Ok(rows) => deleted += rows,
        Err(failure) => failed = Some(failure),
    }
    if let Err(failure) = account_deletion::end_lingering_access(app).await {
        failed = Some(failure);
    }
    match account_deletion::delete_due_accounts(app).await {
        Ok(users) => deleted += users,
        Err(failure) => failed = Some(failure),
    }
    failed.map_or(Ok(deleted), Err)
}
