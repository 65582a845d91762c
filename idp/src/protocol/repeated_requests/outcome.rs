//! Storing of an outcome in the transaction that creates it, and its lookup.

use std::time::Duration;

use foundation::text::strict_json;
use foundation::{Connection, Failure};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::guard::RepeatKey;
use super::store;
use crate::app::App;

/// Time in which a request counts as repeated: on a slow network the browser gives up, and its user presses again.
pub(crate) const LIFETIME: Duration = Duration::from_secs(30);

/// Time in which a browser's second request for an email sends no second one: a user who waits longer wants another
/// email.
pub(crate) const MAIL_LIFETIME: Duration = Duration::from_secs(10);

const PURPOSE: &str = "repeated-request";

/// Stores an outcome in the caller's transaction, for [`LIFETIME`] or less.
pub(crate) async fn remember(
    app: &App,
    db: &mut Connection<'_>,
    key: &RepeatKey,
    outcome: &impl Serialize,
    lifetime: Duration,
) -> Result<(), Failure> {
    let plain = serde_json::to_string(outcome)
        .map_err(|error| Failure::broken("writing the outcome of a request", error))?;
    let sealed = app.sealer.seal(PURPOSE, &plain)?;
    let expires_at = app.clock.now().plus(lifetime.min(LIFETIME));
    store::put(db, key.text(), &sealed, expires_at).await
}

/// Claims a key in the caller's transaction for as long as `lifetime`; false if another request has claimed it. A second
/// request waits until the first one is committed or rolled back.
pub(crate) async fn claim(
    app: &App,
    db: &mut Connection<'_>,
    key: &RepeatKey,
    lifetime: Duration,
) -> Result<bool, Failure> {
    store::claim(db, key.text(), app.clock.now(), lifetime).await
}

/// Finds the outcome of the first request with this key, in a separate transaction.
///
/// SQLite commits several transactions at once: a request may be refused because of a first one that no reader sees
/// yet. A transaction that writes sees it, and its rollback waits until the first one is committed.
pub(crate) async fn find_committed<T: DeserializeOwned>(
    app: &App,
    key: &RepeatKey,
) -> Result<Option<T>, Failure> {
    let mut transaction = app.database.begin().await?;
    let found = find(app, &mut transaction.connection(), key).await?;
    transaction.rollback().await?;
    Ok(found)
}

/// Finds the outcome of the first request with this key; `None` if there is none within its lifetime.
pub(crate) async fn find<T: DeserializeOwned>(
    app: &App,
    db: &mut Connection<'_>,
    key: &RepeatKey,
) -> Result<Option<T>, Failure> {
    let Some(sealed) = store::find(db, key.text(), app.clock.now()).await? else {
        return Ok(None);
    };
    let plain = app.sealer.open(PURPOSE, &sealed);
    // An outcome of another version counts as none: the request is then refused as before.
    Ok(plain.and_then(|plain| strict_json::from_stored(&plain).ok()))
}
