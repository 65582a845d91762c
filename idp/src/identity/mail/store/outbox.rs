//! The outbox table.

use std::time::Duration;

use foundation::database::SqlResultExt;
use foundation::task::Outbox;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::super::delivery::{EmailKind, FailureCause};

const INSERT: &str = "INSERT INTO outgoing_mail (id, kind, recipient, sealed, token, created_at, next_attempt_at, expires_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7)";
const COUNT: &str = "SELECT COUNT(*), COUNT(CASE WHEN attempts > 1 THEN 1 END), MIN(created_at) \
     FROM (SELECT attempts, created_at FROM outgoing_mail ORDER BY next_attempt_at DESC LIMIT 1000) waiting";
const POSTPONE: &str =
    "UPDATE outgoing_mail SET next_attempt_at = $2, reason = $3, reply = $4 WHERE id = $1";
const TAKE: &str = "DELETE FROM outgoing_mail WHERE id = $1 \
     RETURNING id, kind, recipient, attempts, reason, reply, created_at";

/// Statements of the outbox.
pub(in crate::identity::mail) const OUTBOX: Outbox = Outbox {
    content: "mails",
    next: "SELECT next_attempt_at FROM outgoing_mail ORDER BY next_attempt_at LIMIT 1",
    due: "SELECT id FROM outgoing_mail WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT 20",
    claim: "UPDATE outgoing_mail SET next_attempt_at = $3, attempts = attempts + 1 \
        WHERE id = $1 AND next_attempt_at <= $2 RETURNING id, sealed, token, attempts, expires_at",
    lease: Duration::from_mins(1),
};

/// Link of an email, which ends with it.
#[derive(Clone, Copy, Debug)]
pub(in crate::identity::mail) struct ContainedLink<'a> {
    /// Digest of the link's token; empty for an email whose end leaves no link behind.
    pub(in crate::identity::mail) token: &'a str,
    /// Expiry of the link and of its email.
    pub(in crate::identity::mail) expires_at: Timestamp,
}

/// An encrypted email, ready for the outbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutboxMessage {
    /// `mail_…`.
    pub(crate) id: String,
    /// The kind.
    pub(crate) kind: EmailKind,
    /// Address of the recipient.
    pub(crate) recipient: String,
    /// The encrypted email.
    pub(crate) sealed: String,
    /// Digest of the email's link.
    pub(crate) token: String,
    /// Time of expiry.
    pub(crate) expires_at: Timestamp,
}

/// An encrypted email that this server has claimed.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct ClaimedMessage {
    /// `mail_…`.
    pub(crate) id: String,
    /// The encrypted email.
    pub(crate) sealed: String,
    /// Digest of the email's link.
    pub(crate) token: String,
    /// Number of attempts, with this one.
    pub(crate) attempts: i64,
    expires_at: i64,
}

impl ClaimedMessage {
    /// Returns the time of expiry.
    pub(crate) const fn expires_at(&self) -> Timestamp {
        Timestamp::from_micros(self.expires_at)
    }
}

/// Data of an email that has left the outbox.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::identity::mail) struct FinishedMessage {
    pub(in crate::identity::mail) id: String,
    pub(in crate::identity::mail) kind: String,
    /// Empty for an email whose result is not stored.
    pub(in crate::identity::mail) recipient: String,
    pub(in crate::identity::mail) attempts: i64,
    pub(in crate::identity::mail) reason: Option<String>,
    pub(in crate::identity::mail) reply: Option<String>,
    created_at: i64,
}

impl FinishedMessage {
    /// Returns the time at which the email was queued.
    pub(in crate::identity::mail) const fn created_at(&self) -> Timestamp {
        Timestamp::from_micros(self.created_at)
    }
}

/// State of the outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutboxStatus {
    /// Number of waiting emails, counted up to a thousand.
    pub(crate) waiting: i64,
    /// Number of waiting emails with a failed attempt.
    pub(crate) retried: i64,
    /// Time at which the oldest of them was queued.
    pub(crate) oldest_at: Option<Timestamp>,
}

/// Adds an email, due at once.
pub(crate) async fn insert(
    db: &mut Connection<'_>,
    entry: &OutboxMessage,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&entry.id)
            .bind(entry.kind.name())
            .bind(&entry.recipient)
            .bind(&entry.sealed)
            .bind(&entry.token)
            .bind(now.micros())
            .bind(entry.expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("adding a mail to the outbox")
}

/// Counts the waiting emails and those with failed attempts, up to a thousand, and finds the queue time of the oldest.
pub(in crate::identity::mail) async fn count(
    db: &mut Connection<'_>,
) -> Result<OutboxStatus, Failure> {
    let row: (i64, i64, Option<i64>) = on_engine!(db, |c| sqlx::query_as(COUNT).fetch_one(c).await)
        .failed("reading the outbox")?;
    let (waiting, tried, oldest_at) = row;
    Ok(OutboxStatus {
        waiting,
        retried: tried,
        oldest_at: oldest_at.map(Timestamp::from_micros),
    })
}

/// Postpones a claimed email until `until`, and stores the cause.
pub(in crate::identity::mail) async fn postpone(
    db: &mut Connection<'_>,
    id: &str,
    until: Timestamp,
    cause: &FailureCause,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(POSTPONE)
            .bind(id)
            .bind(until.micros())
            .bind(cause.reason.name())
            .bind(cause.reply.as_deref())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("postponing a mail")
}

/// Removes an email from the outbox; only one of several servers gets it.
pub(in crate::identity::mail) async fn take(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<FinishedMessage>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(TAKE).bind(id).fetch_optional(c).await
    })
    .failed("removing a mail from the outbox")
}
