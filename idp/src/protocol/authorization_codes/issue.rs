//! Issuing of an authorization code.

use foundation::{Connection, Failure};

use super::code::{LIFETIME, NewCode, digest_of};
use super::store;
use crate::app::App;

/// Stores a grant and the digest of its 256-bit code in the caller's transaction. Returns `None`, and stores nothing,
/// if the grant's session has ended. The session's row is locked until the commit.
pub(crate) async fn issue(
    app: &App,
    db: &mut Connection<'_>,
    new: &NewCode<'_>,
) -> Result<Option<String>, Failure> {
    let code = app.random.token()?;
    let now = app.clock.now();
    let times = store::CodeTimes {
        now,
        expires_at: now.plus(LIFETIME),
        session_ends_after: app.sessions.min_end_of_rows(now),
    };
    let is_stored = store::insert_with_grant(db, new, &digest_of(&code), times).await?;
    Ok(is_stored.then_some(code))
}
