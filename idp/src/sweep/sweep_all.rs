//! Deleting what has expired, table by table.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;
use foundation::database::Expired;
use foundation::telemetry::note_success;

use crate::app::App;
use crate::{
    activity, audit, backchannel, clients, codes, devices, grants, jtis, keys, leaving, limits,
    mail, merges, parking, passkeys, passwords, registration, repeats, sessions, tokens, upstream,
};

/// The pause between two sweeps.
const PAUSE: Duration = Duration::from_mins(1);
/// How long a code is kept after its end: a second use is noticed for longer than access tokens of the first
/// can live. Its refresh tokens may live on.
const CODES_KEPT: Duration = Duration::from_mins(15);
/// The sweep keeps a used refresh token for so long after its grace, so that a second use ends its family.
const USED_TOKENS_KEPT: Duration = Duration::from_hours(24);
/// The sweep keeps an ended grant for longer than the list of ended grants has it.
const ENDED_GRANTS_KEPT: Duration = Duration::from_hours(1);
/// How long the mails to an address are counted after the last one: longer than any budget looks back.
const BUDGETS_KEPT: Duration = Duration::from_hours(1);
/// How long the codes tried for an address are counted after the last one, if no mail is answered.
const GUESSES_KEPT: Duration = Duration::from_hours(30 * 24);
/// How long it is told what became of a letter: as long as anybody asks where it is.
const DELIVERIES_KEPT: Duration = Duration::from_hours(14 * 24);
/// How long it is told what clients asked.
const ACTIVITY_KEPT: Duration = Duration::from_hours(14 * 24);
/// How long tried passwords are counted after the first one: longer than any window.
const TRIES_KEPT: Duration = Duration::from_hours(1);
/// The clocks of the server and its database differ by less.
const CLOCK_DIFFERENCE: Duration = Duration::from_hours(1);

/// What is swept, and how long it is kept after its time. Grants come after what hangs on them; of the sessions only
/// those in the database: Redis forgets its own.
const TABLES: &[(Expired, Duration)] = &[
    (codes::store::EXPIRED, CODES_KEPT),
    (devices::store::EXPIRED, CODES_KEPT),
    (tokens::store::access::EXPIRED, Duration::ZERO),
    (tokens::store::refresh::EXPIRED, Duration::ZERO),
    (tokens::store::refresh::OLD_ANSWERS, Duration::ZERO),
    (tokens::store::revoked::EXPIRED, Duration::ZERO),
    (parking::store::EXPIRED, Duration::ZERO),
    (parking::store::EXPIRED_PUSHED, Duration::ZERO),
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
    (jtis::store::EXPIRED, Duration::ZERO),
    (passwords::store::tries::EXPIRED, TRIES_KEPT),
    (merges::store::moves::EXPIRED, merges::MOVES_KEPT),
    (registration::store::EXPIRED, Duration::ZERO),
    (upstream::store::EXPIRED, Duration::ZERO),
    (repeats::store::EXPIRED, Duration::ZERO),
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

/// Sweeps each table until little is left, or the service stops; gives the number of rows that are gone, or the last
/// failure.
pub(crate) async fn sweep_all(app: &App) -> Result<u64, Failure> {
    let (now, stopping) = (app.clock.now(), app.background.stopping());
    let (mut gone, mut failed) = (0, None);
    // The trigger of migration 0077 counts 30 days by the clock of the database, which may be behind.
    let audit_life = app.config.storage.audit_life + CLOCK_DIFFERENCE;
    let trail = (audit::store::EXPIRED, audit_life);
    let keys = (
        keys::store::EXPIRED,
        keys::retired_kept(&app.config.sessions),
    );
    let used_tokens = (
        tokens::store::refresh::USED,
        USED_TOKENS_KEPT + app.config.tokens.refresh_grace,
    );
    for &(expired, kept) in TABLES.iter().chain([&used_tokens, &keys, &trail]) {
        let swept = app.database.sweep(expired, now.minus(kept), &stopping);
        match swept.await {
            Ok(rows) => gone += rows,
            // One table that cannot be swept now must not keep all after it from ever being swept.
            Err(failure) => failed = Some(failure),
        }
    }
    match clients::sweep_idle(app).await {
        Ok(rows) => gone += rows,
        Err(failure) => failed = Some(failure),
    }
    if let Err(failure) = leaving::end_who_linger(app).await {
        failed = Some(failure);
    }
    match leaving::forget_who_left(app).await {
        Ok(people) => gone += people,
        Err(failure) => failed = Some(failure),
    }
    failed.map_or(Ok(gone), Err)
}
