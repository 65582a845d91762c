//! Finds the user whom an operator wants to view; writes nothing about the user.

use foundation::Failure;

use super::store;
use super::user::User;
use crate::app::App;

/// Returns a user, unless the user is an operator or inactive. A user without an earlier contact may have credits as well:
/// a website may have granted them.
pub(crate) async fn viewable(app: &App, user_id: &str) -> Result<Option<User>, Failure> {
    let found = {
        let mut reader = app.database.reader().await?;
        store::find(&mut reader.connection(), user_id, "").await?
    };
    let user = found.map_or_else(|| unmet(app, user_id), |found| found.user);
    Ok(Some(user).filter(|user| user.is_active && !user.is_operator))
}

fn unmet(app: &App, user_id: &str) -> User {
    User {
        id: user_id.to_owned(),
        name: None,
        email: None,
        email_verified: false,
        image: None,
        is_active: true,
        is_operator: false,
        claims_at: 0,
        created_at: app.clock.now(),
    }
}
