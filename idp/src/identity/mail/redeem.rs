//! Use of a link or a code: once, and only by its recipient.

use foundation::{Connection, Failure};

use super::link::{SignInLink, StoredLink, attempt_digest, bound_code, typed_code};
use super::store;
use crate::app::App;
use crate::limits::{self, Limit};

/// Proof that a user reads the email of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProvenEmail {
    /// The proven, normalised address.
    pub(crate) email: String,
    /// URL to which the request for the email wanted to lead.
    pub(crate) callback_url: Option<String>,
}

/// Returns true if a link is valid now; does not use it.
pub(crate) async fn is_live(app: &App, link: &SignInLink) -> Result<bool, Failure> {
    let mut reader = app.database.reader().await?;
    let db = &mut reader.connection();
    store::links::is_live(db, &link.digest(), &link.email, app.clock.now()).await
}

/// Uses a link up in the caller's transaction.
pub(crate) async fn take_by_link(
    app: &App,
    db: &mut Connection<'_>,
    link: &SignInLink,
) -> Result<Option<ProvenEmail>, Failure> {
    let now = app.clock.now();
    match store::links::take(db, &link.digest(), &link.email, now).await? {
        Some(stored) => finish_proof(app, db, stored).await.map(Some),
        None => Ok(None),
    }
}

/// Uses up the code of a browser's attempt in the caller's transaction, if its address has guesses left. The caller
/// must commit after a wrong code too, because the attempt counts.
pub(crate) async fn take_by_code(
    app: &App,
    db: &mut Connection<'_>,
    attempt: &str,
    typed: &str,
) -> Result<Option<ProvenEmail>, Failure> {
    let now = app.clock.now();
    let Some(stored) = store::links::count_try(db, &attempt_digest(attempt), now).await? else {
        return Ok(None);
    };
    if !has_guesses(app, db, &stored.identifier).await? {
        metrics::counter!("idp_code_guesses_refused_total").increment(1);
        return Ok(None);
    }
    let code = typed_code(typed).unwrap_or_default();
    let bound = bound_code(attempt, &code);
    if !app.sealer.has_mac("sign-in-code", &bound, &stored.code)? {
        limits::take(app, db, Limit::WrongCodesOfAll, "").await?;
        return Ok(None);
    }
    if !store::links::delete(db, &stored.token).await? {
        return Ok(None);
    }
    finish_proof(app, db, stored).await.map(Some)
}

/// Takes a guess of an address. Returns false if none is left, or if all users together typed too many wrong codes:
/// then users sign in by links.
async fn has_guesses(
    app: &App,
    db: &mut Connection<'_>,
    identifier: &str,
) -> Result<bool, Failure> {
    let is_paused = limits::is_reached(app, db, Limit::WrongCodesOfAll).await?;
    // A pause takes no guess of the address.
    let has_guesses = !is_paused && store::guesses::take(db, identifier, app.clock.now()).await?;
    if !has_guesses {
        tracing::warn!(
            is_paused,
            "too many codes were tried for an address, or, when paused, by all users; links work"
        );
    }
    Ok(has_guesses)
}

/// Counts the codes that a browser's attempt may still try, by its email and its address.
pub(crate) async fn tries_left(app: &App, attempt: &str) -> Result<i64, Failure> {
    let mut reader = app.database.reader().await?;
    let db = &mut reader.connection();
    store::links::tries_left(db, &attempt_digest(attempt), app.clock.now()).await
}

async fn finish_proof(
    app: &App,
    db: &mut Connection<'_>,
    stored: StoredLink,
) -> Result<ProvenEmail, Failure> {
    // Deletes in the same order as a typed code locks the rows, so that the two cannot deadlock.
    store::guesses::forget(db, &stored.identifier).await?;
    store::budgets::forget(db, &stored.identifier).await?;
    Ok(ProvenEmail {
        email: stored.identifier,
        callback_url: app.sealer.open("callback-url", &stored.callback_url),
    })
}
