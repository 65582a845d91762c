//! Sends a test event to one endpoint: it is signed, tried and logged like any other, and goes to no other endpoint.

use super::change::find;
use super::event::public_id;
use super::resend::lock;
use super::store::{events, logs, queues};
use crate::app::App;
use crate::credits;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// The type of test events.
pub(super) const TEST: &str = "webhook.test";

/// Inserts a test event and queues it; returns its public id.
pub(super) async fn send_test(
    app: &App,
    access: &SiteAccess,
    endpoint_id: &str,
) -> Result<String, Problem> {
    let endpoint = find(app, access, endpoint_id).await?;
    let book_id = credits::open_site_book(app, endpoint.scope()).await?;
    let (id, now) = (app.ledger.next_key(), app.clock.now());
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    lock(&mut db, &endpoint.id).await?;
    events::insert_test(&mut db, id, book_id, TEST, now).await?;
    let queued = logs::range_again(&mut db, &endpoint.id, &[id], now).await?;
    queues::release(&mut db, queued, now).await?;
    transaction.commit().await?;
    Ok(public_id(id))
}
