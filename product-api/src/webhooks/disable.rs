//! Disables an endpoint that is gone or has failed for days. A separate transaction locks its website's book, like every
//! change of subscriptions.

use foundation::{Connection, Failure, Timestamp};
use serde_json::json;

use super::change::update_subscription;
use super::schedule::MAX_FAILURE_TIME;
use super::store::deliveries;
use super::store::endpoints::{self, DisableCondition};
use crate::app::App;
use crate::audit::{self, Action};
use crate::caller::{Mode, SiteScope};
use crate::credits;

/// The reason why an endpoint is disabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DisableReason {
    /// The endpoint responded 410.
    Gone,
    /// The endpoint accepted no delivery for days.
    Failing,
}

impl DisableReason {
    /// Returns the reason, as a text for its owner.
    const fn words(self) -> &'static str {
        match self {
            Self::Gone => "it said that it is gone (410)",
            Self::Failing => "it failed for five days",
        }
    }
}

/// Disables an endpoint, unless its URL has changed, it works again, or it is not active any more.
pub(super) async fn disable(
    app: &App,
    endpoint_id: &str,
    url: &str,
    why: DisableReason,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let site = {
        let mut reader = app.database.reader().await?;
        endpoints::site_of(&mut reader.connection(), endpoint_id).await?
    };
    let Some((website_id, mode)) = site else {
        return Ok(());
    };
    let mode: Mode = mode
        .parse()
        .map_err(|error| Failure::broken("disabling an endpoint", error))?;
    let site = SiteScope {
        website_id: &website_id,
        mode,
    };
    let failing_since = match why {
        DisableReason::Gone => Timestamp::from_micros(i64::MAX),
        DisableReason::Failing => now.minus(MAX_FAILURE_TIME),
    };
    let book_id = credits::open_site_book(app, site).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    credits::lock_book(&mut db, book_id).await?;
    let condition = DisableCondition {
        id: endpoint_id,
        url,
        failing_since,
    };
    if !endpoints::disable(&mut db, condition, why.words(), now).await? {
        return Ok(());
    }
    deliveries::give_up_all(&mut db, endpoint_id, "the endpoint is disabled").await?;
    update_subscription(&mut db, site).await?;
    record_audit(app, &mut db, &website_id, endpoint_id, why).await?;
    transaction.commit().await?;
    warn(endpoint_id, why);
    Ok(())
}

/// Records it in the audit log.
async fn record_audit(
    app: &App,
    db: &mut Connection<'_>,
    website_id: &str,
    endpoint_id: &str,
    why: DisableReason,
) -> Result<(), Failure> {
    let event = audit::Event {
        actor: "system",
        session: None,
        action: Action::WebhookDisabled,
        website_id: Some(website_id),
        subject: endpoint_id,
        details: json!({ "reason": why.words() }),
    };
    audit::record(db, &event, &app.clock, &app.random).await
}

fn warn(endpoint_id: &str, why: DisableReason) {
    let reason = why.words();
    tracing::warn!(
        endpoint = endpoint_id,
        reason,
        "a webhook endpoint was disabled"
    );
}
