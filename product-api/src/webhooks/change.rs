//! Reads, changes, disables and deletes endpoints.

use foundation::{Connection, Failure};
use serde_json::json;

use super::endpoint_scope::EndpointScope;
use super::store::{deliveries, endpoints};
use super::webhook_endpoint::{Status, WebhookEndpoint, address, host_of, types};
use crate::app::App;
use crate::audit::Action;
use crate::caller::{Mode, SiteScope};
use crate::credits;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// A change of an endpoint; an absent member stays unchanged.
#[derive(Clone, Debug, Default)]
pub(super) struct EndpointChange {
    pub(super) url: Option<String>,
    pub(super) events: Option<Vec<String>>,
    pub(super) is_active: Option<bool>,
}

/// Returns the endpoints that the caller sees, oldest first; only those of `mode`, if given.
pub(super) async fn list(
    app: &App,
    access: &SiteAccess,
    mode: Option<Mode>,
) -> Result<Vec<WebhookEndpoint>, Problem> {
    let scope = EndpointScope {
        mode: access.seen_mode(mode)?,
        ..EndpointScope::from_access(access)
    };
    let mut reader = app.database.reader().await?;
    Ok(endpoints::list(&mut reader.connection(), scope).await?)
}

/// Returns an endpoint that the caller sees; reports not found for any other.
pub(super) async fn find(
    app: &App,
    access: &SiteAccess,
    id: &str,
) -> Result<WebhookEndpoint, Problem> {
    let found = {
        let mut reader = app.database.reader().await?;
        endpoints::find(
            &mut reader.connection(),
            EndpointScope::from_access(access),
            id,
        )
        .await?
    };
    found.ok_or_else(|| Problem::not_found("webhook endpoint"))
}

/// Changes an endpoint. Switching it off cancels its queued deliveries, and later events are not queued for it; the owner
/// may send them again by a time range.
pub(super) async fn change(
    app: &App,
    access: &SiteAccess,
    id: &str,
    change: EndpointChange,
) -> Result<WebhookEndpoint, Problem> {
    let before = find(app, access, id).await?;
    let allowed = app.webhooks.outbound.allowed();
    let invalid = |error| Problem::invalid(&[error]);
    let moved = change.url.as_deref().map(|url| address(url, allowed));
    let moved = moved.transpose().map_err(invalid)?;
    let events = change.events.map(types).transpose().map_err(invalid)?;
    let site = before.scope();
    let book_id = credits::open_site_book(app, site).await?;
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    credits::lock_book(&mut db, book_id).await?;
    let current = endpoints::find(&mut db, EndpointScope::from_access(access), id).await?;
    let current = current.ok_or_else(|| Problem::not_found("webhook endpoint"))?;
    // The owner can switch off an endpoint whose address is no longer allowed.
    let stays = || (current.url.clone(), String::new());
    let (url, host) =
        moved.unwrap_or_else(|| address(&current.url, allowed).unwrap_or_else(|_error| stays()));
    let status = match change.is_active {
        Some(true) => Status::Active,
        Some(false) => Status::Off,
        None => current.status,
    };
    let from = host_of(&current.url);
    let to = (url != current.url).then(|| host.clone());
    let after = WebhookEndpoint {
        url,
        events: events.unwrap_or_else(|| current.events.clone()),
        status,
        ..current
    };
    endpoints::change(&mut db, &after, &host, now).await?;
    if status != Status::Active {
        deliveries::give_up_all(&mut db, id, "the endpoint is switched off").await?;
    }
    update_subscription(&mut db, site).await?;
    let moved = to.map(|to| json!({ "from": from, "to": to }));
    let details = json!({ "status": status.word(), "events": after.events, "moved": moved });
    access
        .record(app, &mut db, Action::WebhookChanged.on(id, details))
        .await?;
    let written = endpoints::find(&mut db, EndpointScope::from_access(access), id).await?;
    transaction.commit().await?;
    written.ok_or_else(|| Problem::not_found("webhook endpoint"))
}

/// Deletes an endpoint and cancels its queued deliveries.
pub(super) async fn delete(app: &App, access: &SiteAccess, id: &str) -> Result<(), Problem> {
    let endpoint = find(app, access, id).await?;
    let site = endpoint.scope();
    let book_id = credits::open_site_book(app, site).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    credits::lock_book(&mut db, book_id).await?;
    endpoints::delete(&mut db, id).await?;
    deliveries::give_up_all(&mut db, id, "the endpoint was deleted").await?;
    update_subscription(&mut db, site).await?;
    access
        .record(app, &mut db, Action::WebhookDeleted.on(id, json!({})))
        .await?;
    transaction.commit().await?;
    Ok(())
}

/// Stores a website's subscriptions in its book, in the transaction that changes them; the caller has locked the book.
pub(super) async fn update_subscription(
    db: &mut Connection<'_>,
    site: SiteScope<'_>,
) -> Result<(), Failure> {
    let level = endpoints::subscription_level(db, site.website_id, site.mode.word()).await?;
    credits::set_event_subscription(db, site, level).await
}
