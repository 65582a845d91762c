//! Making a person by hand: somebody who is expected, before the first sign-in.

use foundation::Failure;
use serde_json::json;

use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::upstream::clean_name;
use crate::users::{self, Expected, User};
use foundation::EmailAddress;

/// Who is wanted, as it was typed.
pub(super) struct NewPerson<'a> {
    /// The client that asks.
    pub(super) actor: &'a str,
    /// The address.
    pub(super) email: &'a str,
    /// The display name.
    pub(super) name: Option<&'a str>,
    /// Whether whoever asks vouches for the address.
    pub(super) is_verified: bool,
}

/// What came of it.
pub(super) enum Created {
    /// The person.
    Done(User),
    /// Somebody has the address.
    Taken,
    /// What is wrong.
    Wrong(&'static str),
}

/// Makes a person. They have no password, which is nobody else's to set: they sign in by mail, or with a provider that
/// vouches for the address.
pub(super) async fn create_user(app: &App, wanted: NewPerson<'_>) -> Result<Created, Failure> {
    let Ok(email) = EmailAddress::parse(wanted.email) else {
        return Ok(Created::Wrong(
            "email: must be an address that mail can be sent to",
        ));
    };
    let name = wanted.name.and_then(clean_name);
    if wanted.name.is_some() && name.is_none() {
        return Ok(Created::Wrong("name: holds nothing that can be shown"));
    }
    let expected = Expected {
        email: &email,
        name: name.as_deref(),
        is_verified: wanted.is_verified,
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(user) = users::expect(app, &mut db, expected).await? else {
        transaction.rollback().await?;
        return Ok(Created::Taken);
    };
    let event = Event {
        actor: wanted.actor,
        action: Action::UserCreated,
        subject: &user.id,
        network: None,
        client_id: Some(wanted.actor),
        details: json!({ "verified": wanted.is_verified }),
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    Ok(Created::Done(user))
}
