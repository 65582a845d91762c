//! Creation and revocation of initial access tokens.

use std::time::Duration;

use foundation::{Failure, id};
use serde_json::json;

use super::initial_token::{InitialToken, initial_digest};
use super::store;
use crate::app::App;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::clients::Scope;

/// Limits of a token: number of clients, and lifetime.
const MAX_USES: u32 = 1000;
const MIN_LIFETIME: Duration = Duration::from_mins(1);
const MAX_LIFETIME: Duration = Duration::from_hours(30 * 24);

/// Request for a token.
pub(crate) struct NewInitialToken<'a> {
    /// Client of the request.
    pub(crate) actor: &'a str,
    /// Number of clients that the token can register.
    pub(crate) uses: u32,
    /// Lifetime.
    pub(crate) lifetime: Duration,
    /// Scopes for its clients.
    pub(crate) scope: &'a str,
}

/// Creates a token, and returns its value this one time; or returns the problem with the request.
pub(crate) async fn issue_token(
    app: &App,
    requested: NewInitialToken<'_>,
) -> Result<Result<(InitialToken, String), &'static str>, Failure> {
    let scope = match check(&requested) {
        Ok(scope) => scope,
        Err(problem) => return Ok(Err(problem)),
    };
    let (secret, now) = (app.random.token()?, app.clock.now());
    let token = InitialToken {
        id: id::new("iat", &app.clock, &app.random)?,
        digest: initial_digest(&secret),
        scope: scope.to_string(),
        uses_left: requested.uses,
        created_by: requested.actor.to_owned(),
        created_at: now,
        expires_at: now.plus(requested.lifetime),
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::insert(&mut db, &token).await?;
    let event = AuditEvent {
        actor: requested.actor,
        action: Action::InitialTokenMade,
        subject: &token.id,
        network: None,
        client_id: Some(requested.actor),
        details: json!({ "uses": token.uses_left, "scope": token.scope }),
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    Ok(Ok((token, secret)))
}

fn check(new: &NewInitialToken<'_>) -> Result<Scope, &'static str> {
    if !(1..=MAX_USES).contains(&new.uses) {
        return Err("uses: must be 1 to 1000");
    }
    if !(MIN_LIFETIME..=MAX_LIFETIME).contains(&new.lifetime) {
        return Err("expires_in: must be 60 to 2592000 seconds");
    }
    let scope = Scope::parse(new.scope).ok_or("scope: must be words separated by blanks")?;
    if scope.words().any(|word| word.starts_with("idp.")) {
        return Err("scope: words that begin with idp. are given to clients by the admin API only");
    }
    Ok(scope.filtered(|word| !Scope::OWN.contains(&word)))
}

/// Revokes a token; false if there was none.
pub(crate) async fn revoke_token(app: &App, actor: &str, id: &str) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_deleted = store::delete(&mut db, id).await?;
    if is_deleted {
        let event = AuditEvent {
            actor,
            action: Action::InitialTokenWithdrawn,
            subject: id,
            network: None,
            client_id: Some(actor),
            details: json!({}),
        };
        audit::record(app, &mut db, event).await?;
    }
    transaction.commit().await?;
    Ok(is_deleted)
}
