//! Notices to users by email about changes of their accounts, queued in the transaction of the change.

use std::time::Duration;

use foundation::{Connection, Failure, id};

use super::delivery::EmailKind;
use super::email::notice_email;
use super::store;
use super::store::outbox::ContainedLink;
use crate::app::App;

/// Time until the outbox gives up.
const LIFETIME: Duration = Duration::from_hours(72);

/// A change of an account; two carry the name of the sign-in method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice<'a> {
    /// A sign-in method was added.
    MethodAdded(&'a str),
    /// A sign-in method was removed.
    MethodRemoved(&'a str),
    /// Another address replaced this one.
    AddressReplaced,
    /// Another account was merged into this one.
    MergedInto,
    /// This account was merged into another one.
    MergedAway,
    /// The merge was undone.
    MergeUndone,
    /// The user requested deletion; carries the day of the deletion.
    DeletionScheduled(&'a str),
    /// The user signed in again, which cancelled the deletion.
    DeletionCancelled,
}

/// Queues the notice to a stored address; the caller must wake the outbox after the commit.
pub(crate) async fn queue_notice(
    app: &App,
    db: &mut Connection<'_>,
    to: &str,
    notice: Notice<'_>,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let email = notice_email(to, &app.config.base, notice)?;
    let mail_id = id::new("mail", &app.clock, &app.random)?;
    // A notice has no link that would end with it.
    let contained = ContainedLink {
        token: "",
        expires_at: now.plus(LIFETIME),
    };
    let entry = app
        .mail
        .outbox_message(mail_id, kind_of(notice), &email, contained)?;
    store::outbox::insert(db, &entry, now).await
}

/// Returns the kind of a notice's email.
const fn kind_of(notice: Notice<'_>) -> EmailKind {
    match notice {
        Notice::MethodAdded(_) => EmailKind::MethodAdded,
        Notice::MethodRemoved(_) => EmailKind::MethodRemoved,
        Notice::AddressReplaced => EmailKind::AddressReplaced,
        Notice::MergedInto | Notice::MergedAway => EmailKind::AccountsMerged,
        Notice::MergeUndone => EmailKind::MergeUndone,
        Notice::DeletionScheduled(_) => EmailKind::DeletionScheduled,
        Notice::DeletionCancelled => EmailKind::DeletionCancelled,
    }
}
