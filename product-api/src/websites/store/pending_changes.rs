//! Pending changes of websites: stored until the idp has accepted or refused them.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use super::clients::stored_form;
use crate::websites::branding::Branding;
use crate::websites::client_settings::ClientSettings;
use crate::websites::details::WebsiteChange;
use crate::websites::fold::folded;

// A request reads the pending change under the row's lock before it replaces it.
const LOCK_PENDING: &str =
    "UPDATE websites SET client_behind = client_behind WHERE id = $1 RETURNING client_wish";

const SET_PENDING: &str =
    "UPDATE websites SET client_wish = $2, client_behind = TRUE WHERE id = $1";

const DROP_PENDING: &str =
    "UPDATE websites SET client_wish = $3 WHERE id = $1 AND client_wish = $2";

const APPLY_PENDING: &str = "\
    UPDATE websites SET name = COALESCE($3, name), url = COALESCE($4, url), redirect_uris = COALESCE($5, redirect_uris), \
        post_logout_redirect_uris = COALESCE($6, post_logout_redirect_uris), name_folded = COALESCE($7, name_folded), \
        branding = COALESCE($8, branding), client_wish = $9, client_settings = COALESCE($10, client_settings) \
    WHERE id = $1 AND client_wish = $2";

/// Locks a website's row and returns its pending change.
pub(in crate::websites) async fn lock_pending(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<String>, Failure> {
    let found: Option<Option<String>> = on_engine!(db, |c| sqlx::query_scalar(LOCK_PENDING)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("locking a website")?;
    Ok(found.flatten())
}

/// Stores a pending change.
pub(in crate::websites) async fn set_pending(
    db: &mut Connection<'_>,
    id: &str,
    pending: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_PENDING)
        .bind(id)
        .bind(pending)
        .execute(c)
        .await
        .map(drop))
    .failed("storing a pending change of a website")
}

/// The pending changes of a website in their stored form.
#[derive(Clone, Copy, Debug)]
pub(in crate::websites) struct PendingTexts<'a> {
    pub(in crate::websites) website_id: &'a str,
    /// The first change, with the later ones.
    pub(in crate::websites) first: &'a str,
    /// The later changes.
    pub(in crate::websites) rest: Option<&'a str>,
}

/// Drops the first pending change, which the idp refused; keeps the later ones.
pub(in crate::websites) async fn drop_pending(
    db: &mut Connection<'_>,
    pending: PendingTexts<'_>,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(DROP_PENDING)
        .bind(pending.website_id)
        .bind(pending.first)
        .bind(pending.rest)
        .execute(c)
        .await
        .map(drop))
    .failed("dropping a pending change")
}

/// Applies the first pending change to the row and keeps the later ones; false if the first is another by now.
pub(in crate::websites) async fn apply_pending(
    db: &mut Connection<'_>,
    pending: PendingTexts<'_>,
    change: &WebsiteChange,
    settings: Option<&ClientSettings>,
) -> Result<bool, Failure> {
    let settings = settings.map(ClientSettings::text).transpose()?;
    let list = |list: &Option<Vec<String>>| list.as_deref().map(stored_form);
    let branding = change.branding.as_ref().map(Branding::text).transpose()?;
    on_engine!(db, |c| sqlx::query(APPLY_PENDING)
        .bind(pending.website_id)
        .bind(pending.first)
        .bind(&change.name)
        .bind(&change.url)
        .bind(list(&change.redirect_uris))
        .bind(list(&change.post_logout_redirect_uris))
        .bind(change.name.as_deref().map(folded))
        .bind(&branding)
        .bind(pending.rest)
        .bind(&settings)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("changing a website")
}
