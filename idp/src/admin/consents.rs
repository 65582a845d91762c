//! What people allowed clients of others: reading it, and taking it back for them.

use foundation::Failure;

use crate::app::App;
use crate::consents::{self, Application, By};
use crate::users;

/// What a person allowed clients of others; `None` when there is no such person.
pub(super) async fn find_consents(
    app: &App,
    user_id: &str,
) -> Result<Option<Vec<Application>>, Failure> {
    let mut reader = app.database.reader().await?;
    let user = users::store::find(&mut reader.connection(), user_id).await?;
    drop(reader);
    match user {
        Some(user) => consents::applications_of(app, &user.id).await.map(Some),
        None => Ok(None),
    }
}

/// Takes back what a person allowed a client, with every token of it; false when there was nothing.
pub(super) async fn revoke_consent(
    app: &App,
    actor: &str,
    (user_id, client_id): (&str, &str),
) -> Result<bool, Failure> {
    let by = By {
        actor,
        network: None,
    };
    consents::revoke(app, user_id, client_id, by).await
}
