//! Rows that wait for the user whose verified address they have.

use foundation::{Connection, Failure};

use super::customers::one;
use crate::caller::SiteScope;
use crate::customers::customer::Customer;
use crate::users::is_limited;

const WAITING: &str = concat!(
    "SELECT id, external_id, user_id, email, name, subscribed, created_at, user_shown, merged_into, \
        TRUE AS is_used, TRUE AS holder_is_active \
    FROM customers \
    WHERE website_id = $1 AND mode = $2 AND user_id IS NULL \
      AND email = (SELECT u.email FROM users u WHERE u.id = $3 AND u.email_verified) \
      AND NOT EXISTS (SELECT 1 FROM customers own WHERE own.website_id = $1 AND own.mode = $2 AND own.user_id = $3 AND ",
    is_limited!("own.id"),
    ")"
);

/// Returns the row that the first operation under a subject would take over: it has the subject's verified address and no
/// user. Returns none if the subject's own row has a limit that would be lost. Does not check that the user is active.
pub(in crate::customers) async fn find_waiting(
    db: &mut Connection<'_>,
    scope: SiteScope<'_>,
    sub: &str,
) -> Result<Option<Customer>, Failure> {
    one(db, WAITING, scope, sub).await
}

/// The statement, for the test of the query plan.
#[cfg(test)]
pub(in crate::customers) const WAITING_TEXT: &str = WAITING;
