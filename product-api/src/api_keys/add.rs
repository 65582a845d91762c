//! Creates a key; its secret is shown once.

use foundation::{Failure, Timestamp};
use serde_json::json;

use super::api_key::{self, ApiKey, Caps, MAX_KEYS};
use super::key_scope::KeyScope;
use super::permissions::{KeyPermissions, ManagerPermissions};
use super::store;
use crate::app::App;
use crate::audit::Action;
use crate::caller::{Mode, SiteScope};
use crate::problem::{FieldError, Problem};
use crate::websites::{KeyTerms, NewKey, SiteAccess, insert_key};

/// A new key before any check.
#[derive(Clone, Debug)]
pub(super) struct NewKeyRequest {
    pub(super) name: String,
    pub(super) scopes: Vec<String>,
    pub(super) mode: Option<Mode>,
    pub(super) expires_at: Option<Timestamp>,
    pub(super) caps: Caps,
}

/// Creates a key that has no more permissions than its creator.
pub(super) async fn add(
    app: &App,
    access: &SiteAccess,
    requested: &NewKeyRequest,
) -> Result<(ApiKey, NewKey), Problem> {
    let now = app.clock.now();
    let terms = terms(access, requested, now)?;
    let power = KeyPermissions {
        id: None,
        scopes: &terms.0,
        caps: terms.1,
        expires_at: terms.2.expires_at,
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::lock(&mut db, &access.website_id).await? {
        return Err(Failure::defect("a website is used and is not there").into());
    }
    ManagerPermissions::load(&mut db, access, now)
        .await?
        .covers(power)?;
    let mode = terms.2.mode;
    let site = SiteScope {
        mode,
        ..access.scope()
    };
    if store::count(&mut db, site, now).await? >= MAX_KEYS {
        let detail = format!(
            "A website has at most {MAX_KEYS} keys in a mode that are neither revoked nor expired; revoke one first."
        );
        return Err(Problem::invalid(&[FieldError::body("", detail)]));
    }
    let caps = terms.1;
    let new = NewKey::make(terms.2, &app.clock, &app.random)?;
    insert_key(&mut db, &access.website_id, &new).await?;
    store::set_caps(&mut db, &new.id, caps).await?;
    let details = json!({
        "mode": mode.word(), "prefix": new.prefix(), "scopes": new.terms.scopes,
        "expires_at": new.terms.expires_at.map(Timestamp::to_iso8601),
        "cap_per_operation": caps.per_operation, "cap_per_day": caps.per_day,
    });
    access
        .record(app, &mut db, Action::KeyMade.on(&new.id, details))
        .await?;
    let scope = KeyScope {
        website_id: &access.website_id,
        mode: Some(mode),
    };
    let found = store::find(&mut db, scope, &new.id).await?;
    transaction.commit().await?;
    let found = found.ok_or_else(|| Failure::defect("a key was made and is not there"))?;
    Ok((found, new))
}

/// Returns the terms in their normal form, or all errors.
fn terms(
    access: &SiteAccess,
    requested: &NewKeyRequest,
    now: Timestamp,
) -> Result<(Vec<String>, Caps, KeyTerms), Problem> {
    let (name, scopes) = (
        api_key::name(&requested.name),
        api_key::scopes(&requested.scopes),
    );
    let mut errors = Vec::new();
    if requested.expires_at.is_some_and(|at| at <= now) {
        errors.push(FieldError::body("/expires_at", "Must be in the future."));
    }
    let mode = requested.mode.unwrap_or(access.mode);
    if access.only_mode().is_some_and(|own| own != mode) {
        let detail = "Must be the mode of the API key, or left out.";
        errors.push(FieldError::body("/mode", detail));
    }
    let (name, scopes) = match (name, scopes) {
        (Ok(name), Ok(scopes)) if errors.is_empty() => (name, scopes),
        (name, scopes) => {
            errors.extend(name.err());
            errors.extend(scopes.err().unwrap_or_default());
            return Err(Problem::invalid(&errors));
        }
    };
    let terms = KeyTerms {
        mode,
        name,
        scopes: scopes.join(" "),
        created_by: access.actor.to_string(),
        expires_at: requested.expires_at,
    };
    Ok((scopes, requested.caps, terms))
}
