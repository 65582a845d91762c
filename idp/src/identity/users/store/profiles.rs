//! Display names and other claims of users.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::identity::users::user::User;

const SET: &str = "UPDATE users SET name = $2, profile = $3, updated_at = $4 WHERE id = $1";

/// Stores the name and claims of a user whose row is locked.
pub(in super::super) async fn set(
    db: &mut Connection<'_>,
    user: &User,
    now: Timestamp,
) -> Result<(), Failure> {
    let profile = user.profile.to_stored()?;
    on_engine!(db, |c| {
        sqlx::query(SET)
            .bind(&user.id)
            .bind(&user.name)
            .bind(&profile)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing a profile")
}
