//! Moves a merged user's customers, balances and websites to the other user. A repetition moves what was added since.

use foundation::{Connection, Failure};
use serde_json::json;

use super::show_subscribed::show_subscribed;
use super::store::{self, MovedItem, MovedKind, OfUser};
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::credits::{Owner, WalletMerge, merge_wallets};
use crate::idp::UserMerge;

/// Moves everything in the open transaction.
pub(super) async fn move_over(
    app: &App,
    db: &mut Connection<'_>,
    merge: &UserMerge,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let (from, into) = (merge.from_user_id.as_str(), merge.into_user_id.as_str());
    for user_id in [from, into] {
        store::meet(db, user_id, now).await?;
    }
    for website_id in store::move_websites(db, &merge.id, from, into).await? {
        let change = OwnerChange {
            website_id: &website_id,
            from,
            to: into,
        };
        record_owner(app, db, merge, change).await?;
    }
    for customer in store::customers_of(db, from).await? {
        move_customer(app, db, merge, &customer).await?;
    }
    let (from, into) = (Owner::User(from.to_owned()), Owner::User(into.to_owned()));
    for book_id in store::platform_books_of(db, from.id()).await? {
        let moved = MovedItem {
            what: MovedKind::Wallet,
            id: book_id.to_string(),
            was_shown: false,
        };
        store::note(db, &merge.id, &moved).await?;
        let way = WalletMerge {
            merge_id: &merge.id,
            book_id,
            from: &from,
            into: &into,
        };
        merge_wallets(app, db, &way).await?;
    }
    Ok(())
}

/// A website, and its owners before and after a change.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnerChange<'a> {
    pub(super) website_id: &'a str,
    pub(super) from: &'a str,
    pub(super) to: &'a str,
}

/// Records in the audit log that a merge, or its undoing, changed a website's owner.
pub(super) async fn record_owner(
    app: &App,
    db: &mut Connection<'_>,
    merge: &UserMerge,
    change: OwnerChange<'_>,
) -> Result<(), Failure> {
    let event = Event {
        actor: "system",
        session: None,
        action: Action::WebsiteHandedOver,
        website_id: Some(change.website_id),
        subject: change.website_id,
        details: json!({"from": change.from, "to": change.to, "merge": merge.id}),
    };
    audit::record(db, &event, &app.clock, &app.random).await
}

/// Moves a customer of one website. If the website knows only the merged user, the customer gets the other user's id; if it
/// knows both, the customer and its balance are merged into the other user's customer.
async fn move_customer(
    app: &App,
    db: &mut Connection<'_>,
    merge: &UserMerge,
    customer: &OfUser,
) -> Result<(), Failure> {
    let counterpart = match &customer.merged_into {
        Some(counterpart) => Some(counterpart.clone()),
        None => store::find_counterpart(db, customer, &merge.into_user_id).await?,
    };
    let (what, was_shown) = match counterpart {
        Some(_) => (MovedKind::Folded, customer.user_shown),
        None => (MovedKind::Named, customer.user_shown),
    };
    let moved = MovedItem {
        what,
        id: customer.id.clone(),
        was_shown,
    };
    store::note(db, &merge.id, &moved).await?;
    let Some(counterpart) = counterpart else {
        return store::rename(db, &customer.id, &merge.into_user_id, app.clock.now()).await;
    };
    let (from, into) = (
        Owner::Customer(customer.id.clone()),
        Owner::Customer(counterpart.clone()),
    );
    // Without a book, no credits were ever booked for the customer.
    if let Some(book_id) = store::book_of(db, &customer.id).await? {
        let way = WalletMerge {
            merge_id: &merge.id,
            book_id,
            from: &from,
            into: &into,
        };
        merge_wallets(app, db, &way).await?;
    }
    let now = app.clock.now();
    store::fold(db, &customer.id, Some(&counterpart), now).await?;
    show_subscribed(db, &counterpart, now).await
}
