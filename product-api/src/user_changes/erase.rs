//! Erases a user whom the idp has deleted.
//!
//! The data from the idp is deleted: name, email and image, and the time of the last use. The row stays as a deactivated
//! tombstone, because the ledger, the audit log and websites refer to its id. An access token that is still valid finds the
//! tombstone and is refused. A later sign-up with the same email is another user with another id.
//!
//! A customer is the website's own record. The product never copies data of the idp into it: its `external_id`, email and name
//! come from the website, even if the website named the customer by a user's email. So these remain, with the balance, and only
//! the link to the user (`user_id`) is deleted. The website can still use the customer by its id, its `external_id` or its
//! email, and finish open operations. By the deleted subject no customer is found or created. A user who later verifies the
//! same email is linked to this customer, like to any customer that a website knows by email. A customer that was merged into
//! another keeps its link, which no response shows: by it, credits that a hold releases are moved to the merge target.
//!
//! The user's subscriptions end, each with its period, because the user can no longer cancel them.
//!
//! The user's websites are suspended (`websites::suspend_all_of`). The ledger is never rewritten.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::websites;

/// Erases a user in the open transaction. Returns true if the user was not erased before, and the websites that it suspends; the
/// caller must report these to the idp. The function is idempotent.
pub(super) async fn erase(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<(bool, Vec<String>), Failure> {
    let is_erased = store::erase(db, user_id, app.clock.now()).await?;
    if is_erased {
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
    let suspended = websites::suspend_all_of(app, db, user_id).await?;
    Ok((is_erased, suspended))
}

/// Removes the link to a user from the user's customers, in the open transaction. The subscriptions and the rules of top-ups are
/// locked before the wallets.
pub(super) async fn unlink(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<(), Failure> {
    store::end_subscriptions(db, user_id, app.clock.now()).await?;
    store::turn_off_topups(db, user_id, app.clock.now()).await?;
    for customer in store::linked_to(db, user_id).await? {
        store::unlink(db, &customer, user_id, app.clock.now()).await?;
    }
    Ok(())
}
