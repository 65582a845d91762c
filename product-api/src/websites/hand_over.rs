//! Handing a website over to another person, which only the operator does.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store::{find, suspensions as store};
use crate::app::App;
use crate::audit::{self, Action, Event, with_reason};
use crate::problem::{FieldError, Problem};
use crate::users::{Operator, hold_active};

/// Which website goes to whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandOver<'a> {
    /// The website.
    pub(crate) website_id: &'a str,
    /// Who gets it.
    pub(crate) user_id: &'a str,
    /// Why, if the operator says so.
    pub(crate) reason: Option<&'a str>,
}

/// Makes a website another person's, with all that belongs to it. One that stands still because its owner's account was
/// deleted stands still until its new owner resumes it. Doing it again changes nothing.
pub(crate) async fn hand_over(
    app: &App,
    operator: &Operator,
    wish: HandOver<'_>,
) -> Result<(), Problem> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // The person first, as with whatever becomes of a user.
    let is_there = hold_active(&mut db, wish.user_id).await?;
    let website = find(&mut db, wish.website_id).await?;
    let website = website.ok_or_else(|| Problem::not_found("website"))?;
    if !is_there {
        let detail = "Must be the id of a person who has been here before and is not switched off.";
        return Err(Problem::invalid(&[FieldError::body("/user_id", detail)]));
    }
    if store::hand_over(&mut db, &website.id, wish.user_id).await? {
        tell(app, &mut db, operator, (wish, &website.owner_user_id)).await?;
    }
    transaction.commit().await?;
    Ok(())
}

async fn tell(
    app: &App,
    db: &mut Connection<'_>,
    operator: &Operator,
    (wish, from): (HandOver<'_>, &str),
) -> Result<(), Failure> {
    let event = Event {
        actor: &operator.0.id,
        session: Some(&operator.1),
        action: Action::WebsiteHandedOver,
        website_id: Some(wish.website_id),
        subject: wish.website_id,
        details: with_reason(json!({ "from": from, "to": wish.user_id }), wish.reason),
    };
    audit::record(db, &event, &app.clock, &app.random).await
}
