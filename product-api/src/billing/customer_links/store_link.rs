//! Stores the link of a customer once under any race, and marks its subscriptions.

use foundation::Timestamp;
use serde_json::json;

use super::fetch_customer::FetchedCustomer;
use super::link_customer::LinkOutcome;
use crate::app::App;
use crate::audit::Action;
use crate::billing::marks::{Mark, MarkedObject, ObjectKind, mark_all};
use crate::billing::stripe_customers::{CustomerLink, LinkState, find_link_state, insert_link};
use crate::credits::Owner;
use crate::customers::{CustomerRef, look_up};
use crate::problem::{Kind, Problem};
use crate::websites::SiteAccess;

/// A link that is to be stored.
#[derive(Clone, Copy)]
pub(super) struct NewLink<'a> {
    /// The connection.
    pub(super) connection_id: &'a str,
    /// The website's customer.
    pub(super) customer_id: &'a str,
    /// The customer at Stripe.
    pub(super) fetched: &'a FetchedCustomer,
    /// The time from which the link counts.
    pub(super) since: Timestamp,
}

/// Stores a link, and marks the subscriptions of its customer in the same transaction. Locks the row of the link, then that of the
/// customer.
pub(super) async fn store_link(
    app: &App,
    access: &SiteAccess,
    new: NewLink<'_>,
) -> Result<LinkOutcome, Problem> {
    let owner = &Owner::Customer(new.customer_id.to_owned());
    let link = CustomerLink {
        connection_id: new.connection_id,
        owner,
        stripe_id: &new.fetched.stripe_id,
    };
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_free = find_link_state(&mut db, link, now).await? == LinkState::Free;
    if !is_free || !insert_link(&mut db, link, new.since, now).await? {
        // Another request was faster.
        let state = find_link_state(&mut db, link, now).await?;
        transaction.rollback().await?;
        refuse_conflict(app, access, &state).await?;
        return if state == LinkState::Free {
            Err(still_linking())
        } else {
            Ok(LinkOutcome::Unchanged)
        };
    }
    let mut marks = marks_of(&new);
    marks.sort_unstable_by_key(|mark| mark.object);
    mark_all(&mut db, &marks, now).await?;
    let details = json!({
        "mode": access.mode.word(), "stripe_customer": new.fetched.stripe_id, "subscriptions": marks.len(),
    });
    let entry = Action::StripeCustomerLinked.on(new.customer_id, details);
    access.record(app, &mut db, entry).await?;
    transaction.commit().await?;
    Ok(LinkOutcome::Linked)
}

fn marks_of<'a>(new: &NewLink<'a>) -> Vec<Mark<'a>> {
    let connection_id = new.connection_id;
    let subscriptions = new.fetched.subscriptions.iter();
    let marks = subscriptions.map(|facts| Mark {
        object: MarkedObject {
            connection_id,
            kind: ObjectKind::Subscription,
            object_id: &facts.id,
        },
        event: None,
        count: 1,
    });
    marks.collect()
}

/// Rejects with 409 a customer, here or at Stripe, that belongs to another one.
pub(super) async fn refuse_conflict(
    app: &App,
    access: &SiteAccess,
    state: &LinkState,
) -> Result<(), Problem> {
    let detail = match state {
        LinkState::Free | LinkState::Linked { .. } => return Ok(()),
        LinkState::InFlight => return Err(still_linking()),
        LinkState::HasAnother(other) => {
            format!("The customer belongs to {other} at Stripe already. Nothing was done.")
        }
        LinkState::OfAnother(owner) => match find_own(app, access, owner).await? {
            Some(id) => format!(
                "The customer at Stripe belongs to the customer {id} already. Nothing was done."
            ),
            None => "The customer at Stripe belongs to a customer of another website that sells through this account. \
                     Nothing was done."
                .to_owned(),
        },
    };
    Err(Problem::new(Kind::Conflict, detail))
}

fn still_linking() -> Problem {
    let detail = "Another request is creating the customer at Stripe. Send the same request again.";
    Problem::new(Kind::Conflict, detail)
}

/// Returns the id of an owner who is a customer of the website in the mode of the request; other websites' are not named.
async fn find_own(
    app: &App,
    access: &SiteAccess,
    owner: &Owner,
) -> Result<Option<String>, Problem> {
    let Some(id) = owner.customer_id() else {
        return Ok(None);
    };
    let mut reader = app.database.reader().await?;
    let reference = CustomerRef::Id(id.to_owned());
    let found = look_up(&mut reader.connection(), access.scope(), &reference).await?;
    Ok(found.map(|customer| customer.id))
}
