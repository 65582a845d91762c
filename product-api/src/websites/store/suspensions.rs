//! Websites that are suspended, and whether the idp knows of it.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::websites::website::SuspendedBy;

const SUSPEND: &str = "\
    UPDATE websites SET status = 'suspended', suspended_by = $2, client_behind = TRUE \
    WHERE id = $1 AND (status = 'active' OR $2 = 'operator' AND status = 'suspended' AND suspended_by = 'owner')";

const RESUME: &str = "\
    UPDATE websites SET status = 'active', suspended_by = NULL, client_behind = TRUE \
    WHERE id = $1 AND status = 'suspended' AND ($2 = 'operator' OR suspended_by = 'owner')";

const HOLD_CLIENT: &str = "\
    UPDATE websites SET client_held_until = $3 \
    WHERE id = $1 AND client_behind AND status <> 'registering' \
      AND (client_held_until IS NULL OR client_held_until <= $2) \
    RETURNING client_id, status";

// Only if nobody has switched the website meanwhile.
const IN_LINE: &str = "\
    UPDATE websites SET client_behind = FALSE, client_held_until = NULL \
    WHERE id = $1 AND client_held_until = $2 AND status = $3";

const LET_GO: &str =
    "UPDATE websites SET client_held_until = $3 WHERE id = $1 AND client_held_until = $2";

// First those that nobody has tried yet, then those that were tried longest ago.
const BEHIND: &str = "\
    SELECT id FROM websites WHERE client_behind AND (client_held_until IS NULL OR client_held_until <= $1) \
    ORDER BY COALESCE(client_held_until, 0), id LIMIT 20";

/// Suspends; false when there was nothing to change.
pub(in crate::websites) async fn suspend(
    db: &mut Connection<'_>,
    id: &str,
    by: SuspendedBy,
) -> Result<bool, Failure> {
    switch(db, SUSPEND, id, by).await
}

/// Resumes; false when there was nothing to change, or only the operator may.
pub(in crate::websites) async fn resume(
    db: &mut Connection<'_>,
    id: &str,
    by: SuspendedBy,
) -> Result<bool, Failure> {
    switch(db, RESUME, id, by).await
}

async fn switch(
    db: &mut Connection<'_>,
    statement: &'static str,
    id: &str,
    by: SuspendedBy,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(statement)
        .bind(id)
        .bind(by.word())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("switching a website")
}

/// Holds a client of which the idp may not know; its id and the website's status.
pub(in crate::websites) async fn hold_client(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<(String, String)>, Failure> {
    on_engine!(db, |c| sqlx::query_as(HOLD_CLIENT)
        .bind(id)
        .bind(now.micros())
        .bind(until.micros())
        .fetch_optional(c)
        .await)
    .failed("holding a website's client")
}

/// Notes that the idp knows; false when the website was switched meanwhile.
pub(in crate::websites) async fn in_line(
    db: &mut Connection<'_>,
    id: &str,
    held_until: Timestamp,
    status: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(IN_LINE)
        .bind(id)
        .bind(held_until.micros())
        .bind(status)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("noting that a website's client was switched")
}

/// Lets others hold the client again.
pub(in crate::websites) async fn let_go(
    db: &mut Connection<'_>,
    id: &str,
    held_until: Timestamp,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(LET_GO)
        .bind(id)
        .bind(held_until.micros())
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("leaving a website's client to others")
}

/// Websites of which the idp may not know, and that nobody holds.
pub(in crate::websites) async fn behind(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(BEHIND)
        .bind(now.micros())
        .fetch_all(c)
        .await)
    .failed("finding websites whose client is to be switched")
}
