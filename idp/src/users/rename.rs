//! A person's own display name, given by the person.

use std::time::Duration;

use foundation::Failure;
use serde_json::json;

use super::store::{self, names};
use super::user::User;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::limits::{self, Limit, Verdict};
use crate::network::Network;

/// What came of it.
#[derive(Clone, Debug)]
pub(crate) enum Renamed {
    /// The user has the name, now or before.
    Done(User),
    /// It was changed too often of late; there are new changes after so long.
    TooMany(Duration),
    /// There is no such user.
    Unknown,
}

/// Gives a user another name, and writes down by which client it changed, not what it is. The same name changes nothing.
pub(crate) async fn rename(
    app: &App,
    user_id: &str,
    name: &str,
    (network, client_id): (Network, &str),
) -> Result<Renamed, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(user) = store::hold(&mut db, user_id).await? else {
        return Ok(Renamed::Unknown);
    };
    if user.name.as_deref() == Some(name) {
        transaction.rollback().await?;
        return Ok(Renamed::Done(user));
    }
    let verdict = limits::take(app, &mut db, Limit::NamesOfUser, user_id).await?;
    if let Verdict::Refused { retry_after } = verdict {
        transaction.rollback().await?;
        return Ok(Renamed::TooMany(retry_after));
    }
    names::set(&mut db, user_id, name, app.clock.now()).await?;
    let event = Event {
        actor: user_id,
        action: Action::NameChanged,
        subject: user_id,
        network: Some(network.to_string()),
        client_id: Some(client_id),
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    let user = store::find(&mut db, user_id).await?;
    transaction.commit().await?;
    app.owners.forget(user_id).await;
    Ok(user.map_or(Renamed::Unknown, Renamed::Done))
}
