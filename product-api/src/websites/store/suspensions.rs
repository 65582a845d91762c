//! Websites that are suspended.

use foundation::database::Failed;
use foundation::{Connection, Failure, on_engine};

use crate::websites::website::SuspendedBy;

const SUSPEND: &str = "\
    UPDATE websites SET status = 'suspended', suspended_by = $2, client_behind = TRUE \
    WHERE id = $1 AND (status = 'active' OR $2 = 'operator' AND status = 'suspended' AND suspended_by = 'owner')";

const RESUME: &str = "\
    UPDATE websites SET status = 'active', suspended_by = NULL, client_behind = TRUE \
    WHERE id = $1 AND status = 'suspended' AND ($2 = 'operator' OR suspended_by = 'owner')";

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
