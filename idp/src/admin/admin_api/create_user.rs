//! Creates a user before the user's first sign-in.

use foundation::Failure;
use serde_json::json;

use crate::app::App;
use crate::identity::users::{self, NewUserData, User};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::sign_in::upstream::clean_name;
use foundation::EmailAddress;

/// Input of a new user, as the client sent it.
pub(super) struct NewUserRequest<'a> {
    /// The client that sends the request.
    pub(super) actor: &'a str,
    pub(super) email: &'a str,
    pub(super) name: Option<&'a str>,
    /// True if the client vouches for the email address.
    pub(super) is_verified: bool,
}

/// Result of creating a user.
pub(super) enum CreateUserOutcome {
    Done(User),
    /// Another user has the email address.
    Taken,
    /// The input is not valid, for this reason.
    Wrong(&'static str),
}

/// Creates a user without a password, because only users set their own passwords. The user signs in by email, or with a
/// provider that vouches for the address.
pub(super) async fn create_user(
    app: &App,
    request: NewUserRequest<'_>,
) -> Result<CreateUserOutcome, Failure> {
    let Ok(email) = EmailAddress::parse(request.email) else {
        return Ok(CreateUserOutcome::Wrong(
            "email: must be an address that mail can be sent to",
        ));
    };
    let name = request.name.and_then(clean_name);
    if request.name.is_some() && name.is_none() {
        return Ok(CreateUserOutcome::Wrong(
            "name: holds nothing that can be shown",
        ));
    }
    let expected = NewUserData {
        email: &email,
        name: name.as_deref(),
        is_verified: request.is_verified,
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(user) = users::create_user(app, &mut db, expected).await? else {
        transaction.rollback().await?;
        return Ok(CreateUserOutcome::Taken);
    };
    let event = AuditEvent {
        actor: request.actor,
        action: Action::UserCreated,
        subject: &user.id,
        network: None,
        client_id: Some(request.actor),
        details: json!({ "verified": request.is_verified }),
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    Ok(CreateUserOutcome::Done(user))
}
