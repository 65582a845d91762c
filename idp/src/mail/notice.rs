//! Telling a person by mail that a way into the account was added or removed, in the transaction that does it.

use std::time::Duration;

use foundation::{Connection, Failure, id};

use super::delivery::Kind;
use super::letter::notice_letter;
use super::store;
use crate::app::App;

/// How long the outbox tries.
const LIFE: Duration = Duration::from_hours(72);

/// What happened; each carries the name of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice<'a> {
    /// A way in was added.
    Added(&'a str),
    /// A way in was removed.
    Removed(&'a str),
    /// Another address took the place of this one.
    AddressReplaced,
    /// Another account became part of this one.
    MergedHere,
    /// This account became part of another one.
    MergedAway,
    /// They are two again.
    MergeUndone,
    /// The person asked to be deleted; it carries the day.
    Leaves(&'a str),
}

/// Queues the letter to a stored address; after the commit the caller wakes the outbox.
pub(crate) async fn queue_notice(
    app: &App,
    db: &mut Connection<'_>,
    to: &str,
    notice: Notice<'_>,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let letter = notice_letter(to, &app.config.base, notice)?;
    let mail_id = id::new("mail", &app.clock, &app.random)?;
    // It carries no link that would end with it.
    let letter = (kind_of(notice), &letter);
    let parcel = app.mail.parcel(mail_id, letter, ("", now.plus(LIFE)))?;
    store::outbox::insert(db, &parcel, now).await
}

/// The letter that tells of it.
const fn kind_of(notice: Notice<'_>) -> Kind {
    match notice {
        Notice::Added(_) => Kind::WayAdded,
        Notice::Removed(_) => Kind::WayRemoved,
        Notice::AddressReplaced => Kind::AddressReplaced,
        Notice::MergedHere | Notice::MergedAway => Kind::AccountsMerged,
        Notice::MergeUndone => Kind::MergeUndone,
        Notice::Leaves(_) => Kind::AccountLeaves,
    }
}
