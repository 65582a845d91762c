//! Withdrawing a key that somebody else may have: it is published and trusted no more, and another signs in its place.

use foundation::{Connection, Failure};
use serde_json::json;

use super::algorithm::Algorithm;
use super::life::State;
use super::open::{make, read};
use super::rotate::{KnownKey, list};
use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};

/// Takes a key away at once, whatever its state; gives the keys that are left, or `None` when there is no such key.
/// Where it was signing, its announced successor signs from now on, or one that is made for it. Tokens of the key are
/// refused here with the commit, by other servers within a minute.
pub(crate) async fn withdraw(
    app: &App,
    actor: &str,
    kid: &str,
) -> Result<Option<Vec<KnownKey>>, Failure> {
    let stored = read(&app.database).await?;
    let Some(key) = stored.iter().find(|key| key.kid == kid) else {
        return Ok(None);
    };
    let algorithm = Algorithm::named(&key.algorithm)
        .ok_or_else(|| Failure::defect("a signing key has an unknown algorithm"))?;
    // Making one takes a while, and holds nobody up; it is needed where none was announced.
    let made = make(algorithm, &app.sealer, &app.random, app.clock.now()).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(state) = store::withdraw(&mut db, kid).await? else {
        return Ok(None);
    };
    let mut successor = None;
    if state == State::Active.name() {
        let now = app.clock.now();
        successor = store::promote_now(&mut db, algorithm.name(), now).await?;
        if successor.is_none() && store::insert(&mut db, &made).await? {
            successor = Some(made.kid);
        }
    }
    let details = json!({ "algorithm": algorithm.name(), "state": state, "successor": successor });
    write_down(app, &mut db, (actor, kid), details).await?;
    transaction.commit().await?;
    app.keys.reread(&app.database, &app.sealer).await?;
    list(app).await.map(Some)
}

async fn write_down(
    app: &App,
    db: &mut Connection<'_>,
    (actor, kid): (&str, &str),
    details: serde_json::Value,
) -> Result<(), Failure> {
    let event = Event {
        actor,
        action: Action::KeyWithdrawn,
        subject: kid,
        network: None,
        client_id: Some(actor),
        details,
    };
    audit::record(app, db, event).await
}
