//! Hands a website over to another user; an operation of the operator.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store::{find, suspensions as store};
use crate::app::App;
use crate::audit::{self, Action, Event, with_reason};
use crate::problem::{FieldError, Problem};
use crate::users::{Operator, lock_active};

/// A website and its new owner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandOver<'a> {
    /// The website.
    pub(crate) website_id: &'a str,
    /// The new owner.
    pub(crate) user_id: &'a str,
    /// The operator's reason, if given.
    pub(crate) reason: Option<&'a str>,
}

/// Gives a website, with all that belongs to it, to another user; false if the user owns it already. Locks both rows.
///
/// A website suspended by its owner's deletion stays suspended until the new owner resumes it.
pub(crate) async fn hand_over(
    app: &App,
    db: &mut Connection<'_>,
    operator: &Operator,
    request: HandOver<'_>,
) -> Result<bool, Problem> {
    // The user's row is locked before the website's, as in every operation on a user.
    let is_there = lock_active(db, request.user_id).await?;
    let website = find(db, request.website_id).await?;
    let website = website.ok_or_else(|| Problem::not_found("website"))?;
    if !is_there {
        let detail = "Must be the id of a person who has been here before and is not switched off.";
        return Err(Problem::invalid(&[FieldError::body("/user_id", detail)]));
    }
    let is_changed = store::hand_over(db, &website.id, request.user_id).await?;
    if is_changed {
        record_audit(app, db, operator, request, &website.owner_user_id).await?;
    }
    Ok(is_changed)
}

async fn record_audit(
    app: &App,
    db: &mut Connection<'_>,
    operator: &Operator,
    request: HandOver<'_>,
    from: &str,
) -> Result<(), Failure> {
    let event = Event {
        actor: &operator.0.id,
        session: Some(&operator.1),
        action: Action::WebsiteHandedOver,
        website_id: Some(request.website_id),
        subject: request.website_id,
        details: with_reason(
            json!({ "from": from, "to": request.user_id }),
            request.reason,
        ),
    };
    audit::record(db, &event, &app.clock, &app.random).await
}
