//! Notices to users by email about changes of their accounts, queued in the transaction of the change.

use std::time::Duration;

use foundation::{Connection, Failure, id};

use super::delivery::Kind;
use super::letter::notice_letter;
use super::store;
use crate::app::App;

/// Time until the outbox gives up.
const LIFE: Duration = Duration::from_hours(72);

/// A change of an account; two carry the name of the sign-in method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice<'a> {
    /// A sign-in method was added.
    Added(&'a str),
    /// A sign-in method was removed.
    Removed(&'a str),
    /// Another address replaced this one.
    AddressReplaced,
    /// Another account was merged into this one.
    MergedHere,
    /// This account was merged into another one.
    MergedAway,
    /// The merge was undone.
    MergeUndone,
    /// The user requested deletion; carries the day of the deletion.
    Leaves(&'a str),
    /// The user signed in again, which cancelled the deletion.
    Stays,
}

/// Queues the notice to a stored address; the caller must wake the outbox after the commit.
pub(crate) async fn queue_notice(
    app: &App,
    db: &mut Connection<'_>,
    to: &str,
    notice: Notice<'_>,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let letter = notice_letter(to, &app.config.base, notice)?;
    let mail_id = id::new("mail", &app.clock, &app.random)?;
    // A notice has no link that would end with it.
    let letter = (kind_of(notice), &letter);
    let parcel = app.mail.parcel(mail_id, letter, ("", now.plus(LIFE)))?;
    store::outbox::insert(db, &parcel, now).await
}

/// Returns the kind of a notice's email.
const fn kind_of(notice: Notice<'_>) -> Kind {
    match notice {
        Notice::Added(_) => Kind::WayAdded,
        Notice::Removed(_) => Kind::WayRemoved,
        Notice::AddressReplaced => Kind::AddressReplaced,
        Notice::MergedHere | Notice::MergedAway => Kind::AccountsMerged,
        Notice::MergeUndone => Kind::MergeUndone,
        Notice::Leaves(_) => Kind::AccountLeaves,
        Notice::Stays => Kind::AccountStays,
    }
}
