//! Issuing of the operator link while there is no operator.

use foundation::Failure;

use super::link::{digest_of, link};
use super::store;
use crate::app::App;
use crate::identity::users;

/// Creates a one-time link if there is no operator; it replaces an older link.
pub async fn issue_link(app: &App) -> Result<Option<String>, Failure> {
    let token = app.random.hex()?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::clear(&mut db).await?;
    let has_operator = users::store::any_operator(&mut db).await?;
    if !has_operator {
        store::insert(&mut db, &digest_of(&token), app.clock.now()).await?;
    }
    transaction.commit().await?;
    Ok((!has_operator).then(|| link(&app.config.base.issuer, &token)))
}
