//! Reads the consents that users gave to third-party clients, and revokes them on behalf of a user.

use foundation::Failure;

use crate::app::App;
use crate::identity::users;
use crate::session::consents::{self, Application, Revoker};

/// Returns the third-party clients that a user gave consent to; `None` if the user does not exist.
pub(super) async fn find_consents(
    app: &App,
    user_id: &str,
) -> Result<Option<Vec<Application>>, Failure> {
    let mut reader = app.database.reader().await?;
    let user = users::store::find(&mut reader.connection(), user_id).await?;
    drop(reader);
    match user {
        Some(user) => consents::list_applications(app, &user.id).await.map(Some),
        None => Ok(None),
    }
}

/// Revokes a user's consent to a client, with all tokens of it; false if there was none.
pub(super) async fn revoke_consent(
    app: &App,
    actor: &str,
    user_id: &str,
    client_id: &str,
) -> Result<bool, Failure> {
    let by = Revoker {
        actor,
        network: None,
    };
    consents::revoke(app, user_id, client_id, by).await
}
