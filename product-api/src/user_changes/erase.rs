//! Erasing a person whom the idp has deleted.
//!
//! What the idp has told of them goes: name, address and image, and when they were last here. The row stays as a tombstone,
//! switched off for ever, because the ledger, the trail and websites name its id; a token that is still on its way finds it
//! and is refused, and whoever signs up by the same address later has another id and is somebody else.
//!
//! A customer is a website's own record. The product never copies what the idp tells into it: its `external_id`, address
//! and name are what the website gave, also where the website named somebody by the address that a user had. So these
//! stay, with the balance, and the one thing that goes is the link to the user (`user_id`). By its id, its `external_id` or
//! its address the website goes on with its customer, and ends what was begun; by the subject nobody is found any more, and
//! nobody is made. Whoever proves the same address later is that customer again, as anybody is whom a website knows by
//! their address. A row whose names lead to another since a merge keeps the link, which nobody is shown: by it the credits
//! that a hold lets go of find the row that goes on.
//!
//! The person's websites are suspended (`websites::suspend_all_of`). The ledger is never rewritten.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::websites;

/// Erases a person in the open transaction; gives the websites that are suspended by it, of which the idp is to be told.
/// Doing it again changes nothing.
pub(super) async fn erase(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<String>, Failure> {
    if store::erase(db, user_id, app.clock.now()).await? {
        let event = Event {
            actor: "system",
            session: None,
            action: Action::UserDeleted,
            website_id: None,
            subject: user_id,
            details: json!({}),
        };
        audit::record(db, &event, &app.clock, &app.random).await?;
    }
    unlink(app, db, user_id).await?;
    websites::suspend_all_of(app, db, user_id).await
}

/// Lets the customers go that are found to be a person, in the open transaction.
pub(super) async fn unlink(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<(), Failure> {
    for customer in store::linked_to(db, user_id).await? {
        store::unlink(db, (&customer, user_id), app.clock.now()).await?;
    }
    Ok(())
}
