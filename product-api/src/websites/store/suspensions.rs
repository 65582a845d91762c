//! Suspensions of websites.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use crate::websites::website::SuspendedBy;

// The lock is taken even if nothing changes, so that a later read returns the state that the statement saw.
const LOCK: &str = "UPDATE websites SET status = status WHERE id = $1";

const SUSPEND: &str = "\
    UPDATE websites SET status = 'suspended', suspended_by = $2, client_behind = TRUE, switch_behind = TRUE \
    WHERE id = $1 AND (status = 'active' OR $2 = 'operator' AND status = 'suspended' AND suspended_by = 'owner')";

// A website whose owner was deleted cannot be resumed: no user is responsible for it.
const RESUME: &str = "\
    UPDATE websites SET status = 'active', suspended_by = NULL, client_behind = TRUE, switch_behind = TRUE \
    WHERE id = $1 AND status = 'suspended' AND ($2 = 'operator' OR suspended_by = 'owner') \
      AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = websites.owner_user_id AND u.deleted_at IS NOT NULL)";

const SUSPEND_ALL_OF: &str = "\
    UPDATE websites SET status = 'suspended', suspended_by = 'deletion', client_behind = TRUE, switch_behind = TRUE \
    WHERE owner_user_id = $1 AND (status = 'active' OR status = 'suspended' AND suspended_by = 'owner') RETURNING id";

// The new owner decides when the website resumes.
const HAND_OVER: &str = "\
    UPDATE websites SET owner_user_id = $2, suspended_by = CASE WHEN suspended_by = 'deletion' THEN 'owner' ELSE suspended_by END \
    WHERE id = $1 AND owner_user_id <> $2 AND status <> 'registering'";

/// Suspends a website; false if there was nothing to change. Locks the row in both cases.
pub(in crate::websites) async fn suspend(
    db: &mut Connection<'_>,
    id: &str,
    by: SuspendedBy,
) -> Result<bool, Failure> {
    switch(db, SUSPEND, id, by).await
}

/// Resumes a website; false if it is active, only the operator may resume it, or its owner's account was deleted.
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
    on_engine!(db, |c| sqlx::query(LOCK)
        .bind(id)
        .execute(c)
        .await
        .map(drop))
    .failed("locking a website")?;
    on_engine!(db, |c| sqlx::query(statement)
        .bind(id)
        .bind(by.word())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("switching a website")
}

/// Suspends the websites of a deleted user; returns those that were not suspended by the operator or a deletion.
pub(in crate::websites) async fn suspend_all_of(
    db: &mut Connection<'_>,
    owner: &str,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(SUSPEND_ALL_OF)
        .bind(owner)
        .fetch_all(c)
        .await)
    .failed("suspending a deleted user's websites")
}

/// Changes the owner of a website; false if the user owns it already.
pub(in crate::websites) async fn hand_over(
    db: &mut Connection<'_>,
    id: &str,
    user_id: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(HAND_OVER)
        .bind(id)
        .bind(user_id)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("transferring a website")
}
